# The runner of `linchpin explore`. It holds the user's code, so it is never
# sanitized, and its symbols are there for the user's shared object: the
# __tsan_* functions, pthread_*, malloc, and what test files may call.

pkg_check_modules(LIBDW IMPORTED_TARGET libdw)
find_library(LP_ZYDIS Zydis)
find_path(LP_ZYDIS_HEADERS Zydis/Zydis.h)
find_library(LP_BOOST_CONTEXT NAMES libboost_context.a boost_context REQUIRED)

file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/explore/*.c)
add_executable(linchpin-explore ${sources} ${CMAKE_SOURCE_DIR}/src/harness/noise/annotations_main.c)
lp_options(linchpin-explore OFF)
# -fexceptions: C++ exceptions pass through pthread_once. No stack protector: a
# fiber's thread pointer changes inside a function. No builtins: some of these
# functions are defined here.
target_compile_options(linchpin-explore PRIVATE
    -fexceptions -fno-stack-protector -fno-strict-aliasing
    -fno-builtin-malloc -fno-builtin-calloc -fno-builtin-realloc -fno-builtin-free
    -fno-builtin-exit -fno-builtin-_exit -fno-builtin-abort)
set_source_files_properties(${CMAKE_SOURCE_DIR}/src/explore/search/wide_hash.c PROPERTIES COMPILE_OPTIONS -mavx2)
# Compiled with the user's C++ files, and read before all of them.
foreach(file libstdcxx.cpp before.h)
    configure_file(${CMAKE_SOURCE_DIR}/src/explore/interpose/instrumented/${file} ${LP_LIBEXEC}/${file} COPYONLY)
endforeach()
set_target_properties(linchpin-explore PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${LP_LIBEXEC})
target_link_options(linchpin-explore PRIVATE
    -Wl,--dynamic-list=${CMAKE_SOURCE_DIR}/cmake/explore_exports.list)
set(variant "")
if(LP_SANITIZE)
    set(variant _plain)
endif()
target_link_libraries(linchpin-explore PRIVATE
    -Wl,--whole-archive lp_harness${variant} -Wl,--no-whole-archive
    ${LP_BOOST_CONTEXT} -Wl,--no-as-needed stdc++ -Wl,--as-needed)
if(LIBDW_FOUND)
    target_compile_definitions(linchpin-explore PRIVATE LP_HAVE_LIBDW)
    target_link_libraries(linchpin-explore PRIVATE PkgConfig::LIBDW)
endif()
if(LP_ZYDIS AND LP_ZYDIS_HEADERS)
    target_compile_definitions(linchpin-explore PRIVATE LP_HAVE_ZYDIS)
    target_include_directories(linchpin-explore SYSTEM PRIVATE ${LP_ZYDIS_HEADERS})
    target_link_libraries(linchpin-explore PRIVATE ${LP_ZYDIS})
endif()
