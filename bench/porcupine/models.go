// SPDX-License-Identifier: MIT

package main

import (
	"encoding/binary"
	"hash/maphash"
	"math"
	"strconv"
	"strings"

	"github.com/anishathalye/porcupine"
)

type value int64

const (
	none value = math.MinInt64 + iota
	no
	yes
)

type input struct {
	method  string
	process int
	arg, to value
}

// The result of an operation that never returned is not known.
type output struct {
	known bool
	value value
}

func (o output) may(v value) bool {
	return !o.known || o.value == v
}

func (v value) String() string {
	switch v {
	case none:
		return "nil"
	case no:
		return "false"
	case yes:
		return "true"
	}
	return strconv.FormatInt(int64(v), 10)
}

func describe(in, out interface{}) string {
	call, end := in.(input), out.(output)
	text := call.method + "("
	if call.arg != none {
		text += call.arg.String()
	}
	if call.method == "cas" {
		text += ", " + call.to.String()
	}
	text += ")"
	switch {
	case !end.known:
		text += " …"
	case end.value != none || call.arg == none:
		text += " → " + end.value.String()
	}
	return text
}

var models = map[string]porcupine.Model{
	"register":      numbers(none, cell),
	"cas-register":  numbers(none, cell),
	"counter":       numbers(0, adder),
	"fetch-and-add": numbers(0, adder),
	"mutex":         numbers(none, lock),
	"queue":         lists(ends),
	"stack":         lists(ends),
	"deque":         lists(ends),
	"bag":           lists(bag),
}

// Objects whose state is one number.
func numbers(initial value, step func(now value, in input, out output) (bool, value)) porcupine.Model {
	return porcupine.Model{
		Init: func() interface{} { return initial },
		Step: func(state, in, out interface{}) (bool, interface{}) {
			ok, next := step(state.(value), in.(input), out.(output))
			return ok, next
		},
		Hash: func(state interface{}) uint64 { return uint64(state.(value)) * 0x9e3779b97f4a7c15 },

		DescribeOperation: describe,
		DescribeState:     func(state interface{}) string { return state.(value).String() },
	}
}

func cell(now value, in input, out output) (bool, value) {
	switch in.method {
	case "read":
		return out.may(now), now
	case "write":
		return true, in.arg
	case "swap":
		return out.may(now), in.arg
	case "cas":
		if now == in.arg {
			return out.may(yes), in.to
		}
		return out.may(no), now
	}
	fail("a register has no method %s here", in.method)
	return false, now
}

func adder(now value, in input, out output) (bool, value) {
	switch in.method {
	case "read":
		return out.may(now), now
	case "inc":
		return true, now + 1
	case "dec":
		return true, now - 1
	case "add":
		return true, now + in.arg
	case "next", "fetch_inc":
		return out.may(now), now + 1
	case "inc_fetch":
		return out.may(now + 1), now + 1
	case "fetch_add":
		return out.may(now), now + in.arg
	case "add_fetch":
		return out.may(now + in.arg), now + in.arg
	}
	fail("a counter has no method %s here", in.method)
	return false, now
}

// The state is who holds it. A call that never returns and cannot take effect has none.
func lock(holder value, in input, out output) (bool, value) {
	me := value(in.process)
	switch in.method {
	case "lock", "trylock", "trylock_exact":
		refused := out.known && out.value == no
		if refused {
			return in.method == "trylock" || holder != none, holder
		}
		if holder != none {
			return !out.known, holder
		}
		return true, me
	case "unlock":
		if holder != me {
			return !out.known, holder
		}
		return true, none
	}
	fail("a mutex has no method %s here", in.method)
	return false, holder
}

const wide = 8

func encode(v value) string {
	var bytes [wide]byte
	binary.LittleEndian.PutUint64(bytes[:], uint64(v))
	return string(bytes[:])
}

func decode(text string) value {
	return value(binary.LittleEndian.Uint64([]byte(text[:wide])))
}

// Objects whose state is a list: a string, eight bytes a value, so that Go compares it
// with == and removing shares what is left.
func lists(step func(now string, in input, out output) (bool, string)) porcupine.Model {
	seed := maphash.MakeSeed()
	return porcupine.Model{
		Init: func() interface{} { return "" },
		Step: func(state, in, out interface{}) (bool, interface{}) {
			ok, next := step(state.(string), in.(input), out.(output))
			return ok, next
		},
		Hash: func(state interface{}) uint64 { return maphash.String(seed, state.(string)) },

		DescribeOperation: describe,
		DescribeState: func(state interface{}) string {
			var all []string
			for list := state.(string); list != ""; list = list[8:] {
				all = append(all, decode(list[:8]).String())
			}
			return "[" + strings.Join(all, " ") + "]"
		},
	}
}

// What comes out, or is seen, at one end of a list: `front`, or else the back.
func leave(now string, front, seen bool, out output) (bool, string) {
	if now == "" {
		return out.may(none), now
	}
	at, rest := now[len(now)-wide:], now[:len(now)-wide]
	if front {
		at, rest = now[:wide], now[wide:]
	}
	if seen {
		rest = now
	}
	return out.may(decode(at)), rest
}

func ends(now string, in input, out output) (bool, string) {
	switch in.method {
	case "enq", "push", "push_back":
		return true, now + encode(in.arg)
	case "push_front":
		return true, encode(in.arg) + now
	case "deq", "pop_front":
		return leave(now, true, false, out)
	case "pop", "pop_back":
		return leave(now, false, false, out)
	case "peek", "peek_front":
		return leave(now, true, true, out)
	case "top", "peek_back":
		return leave(now, false, true, out)
	}
	fail("a queue, stack or deque has no method %s here", in.method)
	return false, now
}

// Sorted, so that equal bags are equal strings.
func bag(now string, in input, out output) (bool, string) {
	if in.method == "take" && !out.known {
		fail("a take that never returned may have taken anything: a bag has no model for it here")
	}
	if in.method == "take" && out.value == none {
		return now == "", now
	}
	v := in.arg
	if in.method == "take" {
		v = out.value
	} else if in.method != "add" {
		fail("a bag has no method %s here", in.method)
	}
	at := 0
	for at < len(now) && decode(now[at:]) < v {
		at += wide
	}
	if in.method == "add" {
		return true, now[:at] + encode(v) + now[at:]
	}
	if at == len(now) || decode(now[at:]) != v {
		return false, now
	}
	return true, now[:at] + now[at+wide:]
}
