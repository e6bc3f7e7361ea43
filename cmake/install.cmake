# What `make install` puts where. Nothing installed knows its prefix: the
# program finds its files from where it stands, and so do the pkg-config file
# and the CMake package. The tree can be moved.

if(NOT TARGET linchpin)
    return()
endif()

set(LP_INSTALL_LIB lib CACHE STRING "The folder for libraries below the prefix: Debian has lib/x86_64-linux-gnu")
file(RELATIVE_PATH LP_UP /${LP_INSTALL_LIB}/pkgconfig /) # from the pkg-config file to the prefix
string(REGEX REPLACE "/$" "" LP_UP ${LP_UP})

install(TARGETS linchpin RUNTIME DESTINATION bin)
install(DIRECTORY ${LP_LIBEXEC}/ DESTINATION libexec/linchpin USE_SOURCE_PERMISSIONS)
install(DIRECTORY include/linchpin DESTINATION include FILES_MATCHING PATTERN "*.h")
install(DIRECTORY templates DESTINATION share/linchpin)
# Where vim looks for what packages bring.
install(DIRECTORY editors/vim/ DESTINATION share/vim/vimfiles)
# Files that the build writes to where they are in an installation: FILE, and the command that prints it.
set(LP_WRITTEN "")
function(lp_written file)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "COMMAND;DEPENDS")
    get_filename_component(folder ${file} DIRECTORY)
    file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/${folder})
    add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/${file}
        COMMAND ${arg_COMMAND} >${CMAKE_BINARY_DIR}/${file} DEPENDS ${arg_DEPENDS})
    install(FILES ${CMAKE_BINARY_DIR}/${file} DESTINATION ${folder})
    set(LP_WRITTEN ${LP_WRITTEN} ${CMAKE_BINARY_DIR}/${file} PARENT_SCOPE)
endfunction()

# What shells read to complete the command line, from the same tables as --help.
lp_written(share/bash-completion/completions/linchpin COMMAND linchpin completions bash DEPENDS linchpin)
lp_written(share/zsh/site-functions/_linchpin COMMAND linchpin completions zsh DEPENDS linchpin)
lp_written(share/fish/vendor_completions.d/linchpin.fish COMMAND linchpin completions fish DEPENDS linchpin)

# The manual: pages as they are, one for each subcommand, and one for each public header.
foreach(section 1 3 5)
    file(GLOB pages CONFIGURE_DEPENDS man/*.${section})
    install(FILES ${pages} DESTINATION share/man/man${section})
endforeach()
file(GLOB commands CONFIGURE_DEPENDS src/cli/cmd_*.c)
foreach(command ${commands})
    string(REGEX REPLACE ".*/cmd_([a-z]*)\\.c" "\\1" command ${command})
    lp_written(share/man/man1/linchpin-${command}.1 COMMAND linchpin manual ${command} DEPENDS linchpin)
endforeach()
file(STRINGS man/linchpin.3 date REGEX "^.Dd ")
string(REPLACE ".Dd " "" date ${date})
file(GLOB headers CONFIGURE_DEPENDS include/linchpin/*.h)
foreach(header ${headers})
    get_filename_component(name ${header} NAME_WE)
    set(page linchpin-${name})
    if(name STREQUAL linchpin)
        set(page linchpin-object)
    endif()
    lp_written(share/man/man3/${page}.3
        COMMAND awk -f ${CMAKE_SOURCE_DIR}/cmake/header_manual.awk -v page=${page} -v "date=${date}" ${header}
        DEPENDS ${header} ${CMAKE_SOURCE_DIR}/cmake/header_manual.awk)
endforeach()
if(NOT LP_SANITIZE) # there nothing is installed
    add_custom_target(written ALL DEPENDS ${LP_WRITTEN})
endif()

# One archive of the objects of some layers, in which only what begins with lp_ can be seen, so that
# short internal names cannot clash with those of the program.
function(lp_archive name)
    set(archive ${CMAKE_BINARY_DIR}/lib/lib${name}.a)
    set(merged ${CMAKE_BINARY_DIR}/lib/${name}.o)
    set(objects "")
    set(libraries "")
    foreach(layer ${ARGN})
        list(APPEND objects $<TARGET_OBJECTS:lp_${layer}>)
        list(APPEND libraries lp_${layer})
    endforeach()
    file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
    add_custom_command(OUTPUT ${archive}
        COMMAND ${CMAKE_COMMAND} -E rm -f ${archive}
        COMMAND ${CMAKE_LINKER} -r -o ${merged} ${objects}
        COMMAND ${CMAKE_OBJCOPY} --wildcard --keep-global-symbol=lp_* ${merged}
        COMMAND ${CMAKE_AR} rcs ${archive} ${merged}
        DEPENDS ${libraries}
        COMMAND_EXPAND_LISTS VERBATIM)
    add_custom_target(${name}_library ALL DEPENDS ${archive})
    install(FILES ${archive} DESTINATION ${LP_INSTALL_LIB})
endfunction()

# The library of what `linchpin compile` emits.
if(TARGET lp_net AND NOT LP_SANITIZE)
    lp_archive(linchpin_node base toolchain spec net)
    configure_file(cmake/linchpin-node.pc.in ${CMAKE_BINARY_DIR}/linchpin-node.pc @ONLY)
    install(FILES ${CMAKE_BINARY_DIR}/linchpin-node.pc DESTINATION ${LP_INSTALL_LIB}/pkgconfig)
endif()

# The library for programs that embed the judge, and for tests with LP_MAIN.
if(NOT LP_SANITIZE)
    lp_archive(linchpin base toolchain history spec judge harness report library)

    include(CMakePackageConfigHelpers)
    set(LP_PACKAGE ${LP_INSTALL_LIB}/cmake/linchpin)
    configure_package_config_file(cmake/linchpinConfig.cmake.in
        ${CMAKE_BINARY_DIR}/linchpinConfig.cmake INSTALL_DESTINATION ${LP_PACKAGE})
    write_basic_package_version_file(${CMAKE_BINARY_DIR}/linchpinConfigVersion.cmake
        COMPATIBILITY SameMinorVersion)
    configure_file(cmake/linchpin.pc.in ${CMAKE_BINARY_DIR}/linchpin.pc @ONLY)
    install(FILES ${CMAKE_BINARY_DIR}/linchpinConfig.cmake
        ${CMAKE_BINARY_DIR}/linchpinConfigVersion.cmake DESTINATION ${LP_PACKAGE})
    install(FILES ${CMAKE_BINARY_DIR}/linchpin.pc DESTINATION ${LP_INSTALL_LIB}/pkgconfig)
endif()
