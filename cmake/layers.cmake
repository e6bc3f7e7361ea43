# How the folders of src/ become libraries and programs.

set(LP_WARNINGS -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes
    # A table row may leave fields out: they are zero.
    -Wno-missing-field-initializers
    -Wvla -Wundef -Wpointer-arith -Wcast-qual -Wwrite-strings -Wformat=2)
if(LP_DEVELOP)
    list(APPEND LP_WARNINGS -Werror)
endif()
set(LP_SANITIZERS "")
if(LP_SANITIZE STREQUAL thread)
    set(LP_SANITIZERS -fsanitize=thread -fno-omit-frame-pointer)
elseif(LP_SANITIZE)
    set(LP_SANITIZERS -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
    # These four ask at every access and every sum of a pointer: half of the compiler's time. A null pointer
    # and an object that is too small are met by the address sanitizer, too.
    if(NOT LP_SANITIZE STREQUAL all)
        list(APPEND LP_SANITIZERS -fno-sanitize=null,object-size,alignment,pointer-overflow)
    endif()
endif()
if(LP_FUZZ)
    list(APPEND LP_SANITIZERS -fsanitize=fuzzer-no-link)
endif()

function(lp_options target sanitize)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:C>:${LP_WARNINGS}>)
    target_compile_definitions(${target} PRIVATE _GNU_SOURCE LP_VERSION="${PROJECT_VERSION}")
    target_include_directories(${target} PUBLIC ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/include)
    if(sanitize AND LP_SANITIZERS)
        target_compile_options(${target} PUBLIC ${LP_SANITIZERS})
        target_link_options(${target} PUBLIC ${LP_SANITIZERS})
    endif()
endfunction()

# src/<name>/*.c without *_main.c, plus a made table. The runners hold the
# user's code and are never sanitized: they get plain variants of their layers.
function(lp_layer name)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${name}/*.c)
    list(FILTER sources EXCLUDE REGEX "_main\\.c$")
    list(APPEND sources ${LP_TABLE_${name}})
    if(NOT sources)
        file(WRITE ${CMAKE_BINARY_DIR}/empty_${name}.c "extern int lp_empty_${name};\n")
        set(sources ${CMAKE_BINARY_DIR}/empty_${name}.c)
    endif()
    set(variants lp_${name})
    if(LP_SANITIZE)
        list(APPEND variants lp_${name}_plain)
    endif()
    foreach(variant ${variants})
        string(REGEX MATCH "_plain$" suffix "${variant}")
        add_library(${variant} STATIC ${sources})
        if(suffix)
            lp_options(${variant} OFF)
            # Only those that a runner is linked with are built.
            set_target_properties(${variant} PROPERTIES EXCLUDE_FROM_ALL ON)
        else()
            lp_options(${variant} ON)
        endif()
        foreach(lower ${ARGN})
            target_link_libraries(${variant} PUBLIC lp_${lower}${suffix})
        endforeach()
    endforeach()
endfunction()

# A NULL-terminated array `array` of pointers to `<prefix>_<file>`, one for each
# file of src/<folder> (or those that match a pattern given last): adding a file
# there is all it takes to register it.
function(lp_table array folder type prefix header)
    set(pattern "*.c")
    if(ARGN)
        set(pattern ${ARGN})
    endif()
    file(GLOB files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${folder}/${pattern})
    list(SORT files)
    set(declarations "")
    set(entries "")
    foreach(file ${files})
        get_filename_component(stem ${file} NAME_WE)
        string(REGEX REPLACE "^${prefix}_" "" stem ${stem})
        string(APPEND declarations "extern const ${type} ${prefix}_${stem};\n")
        string(APPEND entries "    &${prefix}_${stem},\n")
    endforeach()
    string(REGEX REPLACE "/.*" "" layer ${folder})
    set(out ${CMAKE_BINARY_DIR}/tables/${array}.c)
    file(CONFIGURE OUTPUT ${out} CONTENT
        "// Made by the build from the files in src/${folder}.\n#include \"${header}\"\n\n${declarations}\nconst ${type} *const ${array}[] = {\n${entries}    NULL,\n};\n")
    set(LP_TABLE_${layer} ${LP_TABLE_${layer}} ${out} PARENT_SCOPE)
endfunction()

# A file becomes bytes in a target: NAME and NAME_length, which HEADER declares.
function(lp_embed target file name header)
    set(from ${CMAKE_SOURCE_DIR}/${file})
    set(to ${CMAKE_BINARY_DIR}/${name}.c)
    add_custom_command(OUTPUT ${to}
        DEPENDS ${from} ${CMAKE_SOURCE_DIR}/cmake/embed.cmake
        COMMAND ${CMAKE_COMMAND} -DFROM=${from} -DTO=${to} -DNAME=${name} -DHEADER=${header}
            -P ${CMAKE_SOURCE_DIR}/cmake/embed.cmake)
    target_sources(${target} PRIVATE ${to})
endfunction()

# Lets specs that a program loads call the lp_ functions in it.
function(lp_loads_specs target)
    target_link_options(${target} PRIVATE -Wl,--dynamic-list=${CMAKE_SOURCE_DIR}/cmake/exports.list)
endfunction()

# A program from the files of src/<folder>.
function(lp_program name folder output)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${folder}/*.c)
    if(NOT sources)
        return()
    endif()
    add_executable(${name} ${sources} ${LP_TABLE_${folder}})
    lp_options(${name} ON)
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${output})
    foreach(lower ${ARGN})
        target_link_libraries(${name} PRIVATE lp_${lower})
    endforeach()
endfunction()

# A runner: one main file and plain layers; its public symbols are there for the
# user's shared object to link against.
function(lp_runner name main)
    if(NOT EXISTS ${CMAKE_SOURCE_DIR}/src/${main})
        return()
    endif()
    add_executable(${name} ${CMAKE_SOURCE_DIR}/src/${main})
    lp_options(${name} OFF)
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${LP_LIBEXEC})
    target_link_options(${name} PRIVATE
        -Wl,--dynamic-list=${CMAKE_SOURCE_DIR}/cmake/runner_exports.list)
    foreach(lower ${ARGN})
        if(LP_SANITIZE)
            set(lower ${lower}_plain)
        endif()
        target_link_libraries(${name} PRIVATE -Wl,--whole-archive lp_${lower} -Wl,--no-whole-archive)
    endforeach()
endfunction()
