# What is installed with the program.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME program)
build_before_install(program assent_cli)
install(TARGETS assent_cli)

# What `--help` points at.
configure_file(install_pages.cmake.in install_pages.cmake @ONLY)
install(SCRIPT "${CMAKE_CURRENT_BINARY_DIR}/install_pages.cmake" COMPONENT program)

set(assent_program "${CMAKE_INSTALL_FULL_BINDIR}/assent")
set(assent_options)
foreach(unit socket service)
    configure_file(systemd/assent-daemon.${unit}.in assent-daemon.${unit} @ONLY)
    install(FILES "${CMAKE_CURRENT_BINARY_DIR}/assent-daemon.${unit}" DESTINATION lib/systemd/user)
endforeach()

# The rest the program writes itself, where it can run.
if(NOT CMAKE_CROSSCOMPILING OR CMAKE_CROSSCOMPILING_EMULATOR)
    set(written "${CMAKE_CURRENT_BINARY_DIR}/written")
    build_before_install(program assent_program)
    add_custom_command(
        OUTPUT "${written}/assent.bash"
        COMMAND "${CMAKE_COMMAND}" -E make_directory "${written}/man1" "${written}/examples"
        COMMAND assent_cli man "${written}/man1"
        COMMAND assent_cli policy print standard > "${written}/examples/standard.json"
        COMMAND assent_cli policy print bare > "${written}/examples/bare.json"
        COMMAND assent_cli completion zsh > "${written}/_assent"
        COMMAND assent_cli completion fish > "${written}/assent.fish"
        COMMAND assent_cli completion bash > "${written}/assent.bash"
        DEPENDS assent_cli
        VERBATIM
    )
    add_custom_target(assent_program ALL DEPENDS "${written}/assent.bash")

    # Debian's zsh looks for those of packages in vendor-completions.
    set(ASSENT_ZSH_COMPLETIONS "${CMAKE_INSTALL_DATADIR}/zsh/site-functions" CACHE STRING "Where zsh finds them")
    set(bash_completions "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
    install(DIRECTORY "${written}/man1" DESTINATION "${CMAKE_INSTALL_MANDIR}")
    install(DIRECTORY "${written}/examples" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
    install(FILES "${written}/assent.bash" DESTINATION "${bash_completions}" RENAME assent)
    install(FILES "${written}/_assent" DESTINATION "${ASSENT_ZSH_COMPLETIONS}")
    install(FILES "${written}/assent.fish" DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
endif()
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME development)
