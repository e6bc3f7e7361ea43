# What `make install` puts where. Nothing installed knows its prefix: the
# program finds its files from where it stands, and so do the pkg-config file
# and the CMake package. The tree can be moved.

if(NOT TARGET linchpin)
    return()
endif()

set(LP_INSTALL_LIB lib)

install(TARGETS linchpin RUNTIME DESTINATION bin)
install(DIRECTORY ${LP_LIBEXEC}/ DESTINATION libexec/linchpin USE_SOURCE_PERMISSIONS)
install(DIRECTORY include/linchpin DESTINATION include FILES_MATCHING PATTERN "*.h")
install(DIRECTORY templates DESTINATION share/linchpin)
file(GLOB manuals CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/man/*.1)
file(GLOB formats CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/man/*.5)
install(FILES ${manuals} DESTINATION share/man/man1)
install(FILES ${formats} DESTINATION share/man/man5)

# What shells read to complete the command line, from the same tables as --help: the program writes it.
set(completions
    bash share/bash-completion/completions/linchpin
    zsh share/zsh/site-functions/_linchpin
    fish share/fish/vendor_completions.d/linchpin.fish)
set(written "")
while(completions)
    list(POP_FRONT completions shell file)
    get_filename_component(folder ${file} DIRECTORY)
    file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/${folder})
    add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/${file}
        COMMAND linchpin completions ${shell} >${CMAKE_BINARY_DIR}/${file} DEPENDS linchpin)
    install(FILES ${CMAKE_BINARY_DIR}/${file} DESTINATION ${folder})
    list(APPEND written ${CMAKE_BINARY_DIR}/${file})
endwhile()
add_custom_target(completions ALL DEPENDS ${written})

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
