// SPDX-License-Identifier: MIT

// judge SPEC FILE [TIMEOUT [PAGE]]: what Porcupine says about a history in JSON Lines, as
// linchpin gen writes it. Prints the seconds that judging took, without reading. With PAGE,
// its visualisation is written there.
// Exit codes as linchpin's: 0 holds, 1 violated, 2 cannot be judged here, 3 unknown.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/anishathalye/porcupine"
)

type event struct {
	Process int             `json:"process"`
	Type    string          `json:"type"`
	F       string          `json:"f"`
	Value   json.RawMessage `json:"value"`
}

func fail(format string, a ...interface{}) {
	fmt.Fprintf(os.Stderr, "judge: "+format+"\n", a...)
	os.Exit(2)
}

func number(text json.RawMessage) value {
	var n *int64
	if err := json.Unmarshal(text, &n); err != nil {
		fail("%s is not an integer", text)
	}
	if n == nil {
		return none
	}
	return value(*n)
}

func argument(e event) input {
	in := input{method: e.F, process: e.Process, arg: none}
	if len(e.Value) == 0 || e.Value[0] != '[' {
		in.arg = number(e.Value)
		return in
	}
	var pair [2]json.RawMessage
	if err := json.Unmarshal(e.Value, &pair); err != nil {
		fail("%s is not a pair", e.Value)
	}
	in.arg, in.to = number(pair[0]), number(pair[1])
	return in
}

func result(e event) output {
	switch string(e.Value) {
	case "true":
		return output{known: true, value: yes}
	case "false":
		return output{known: true, value: no}
	}
	return output{known: true, value: number(e.Value)}
}

// Operations that failed did not happen. Those that never return do so at the end, with
// a result nobody knows: there they may also have had no effect.
func read(name string) []porcupine.Event {
	file, err := os.Open(name)
	if err != nil {
		fail("%v", err)
	}
	defer file.Close()
	var events []porcupine.Event
	open := map[int]int{} // of each process: the place of its call
	var forever []int
	id := 0
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var e event
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			fail("%v", err)
		}
		call, isOpen := open[e.Process]
		if !isOpen && e.Type != "invoke" {
			fail("process %d has called nothing", e.Process)
		}
		switch e.Type {
		case "invoke":
			open[e.Process] = len(events)
			events = append(events, porcupine.Event{ClientId: e.Process, Kind: porcupine.CallEvent, Value: argument(e), Id: id})
			id++
			continue
		case "ok":
			events = append(events, porcupine.Event{ClientId: e.Process, Kind: porcupine.ReturnEvent, Value: result(e), Id: events[call].Id})
		case "info":
			forever = append(forever, events[call].Id)
		case "fail":
			events[call].Id = -1
		default:
			fail("events of type %q are not known", e.Type)
		}
		delete(open, e.Process)
	}
	for _, call := range open {
		forever = append(forever, events[call].Id)
	}
	for _, id := range forever {
		events = append(events, porcupine.Event{Kind: porcupine.ReturnEvent, Value: output{}, Id: id})
	}
	kept := events[:0]
	for _, e := range events {
		if e.Id >= 0 {
			kept = append(kept, e)
		}
	}
	return kept
}

func draw(model porcupine.Model, events []porcupine.Event, limit time.Duration, page string) {
	_, info := porcupine.CheckEventsVerbose(model, events, limit)
	if err := porcupine.VisualizePath(model, info, page); err != nil {
		fail("%v", err)
	}
}

func main() {
	if len(os.Args) < 3 {
		fail("usage: judge SPEC FILE [TIMEOUT [PAGE]]")
	}
	model, ok := models[os.Args[1]]
	if !ok {
		fail("there is no model of %s here", os.Args[1])
	}
	limit := time.Duration(0)
	if len(os.Args) > 3 {
		var err error
		if limit, err = time.ParseDuration(os.Args[3]); err != nil {
			fail("%v", err)
		}
	}
	events := read(os.Args[2])
	from := time.Now()
	verdict := porcupine.CheckEventsTimeout(model, events, limit)
	fmt.Printf("%.6f\n", time.Since(from).Seconds())
	if len(os.Args) > 4 {
		draw(model, events, limit, os.Args[4])
	}
	switch verdict {
	case porcupine.Illegal:
		os.Exit(1)
	case porcupine.Unknown:
		os.Exit(3)
	}
}
