# The core on the host: where sanitizers and GoogleTest reach it.

find_package(GTest REQUIRED)
enable_testing()
include(GoogleTest)

add_library(attention STATIC ${attention_sources})
target_link_libraries(attention PUBLIC common_flags)

if(SANITIZE)
  # Address errors, undefined behaviour and float-to-integer overflow end the test that meets them.
  target_compile_options(common_flags INTERFACE
    -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(common_flags INTERFACE -fsanitize=address,undefined,float-cast-overflow)
endif()

file(GLOB core_tests CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/core/*.cpp)
add_executable(core_tests ${core_tests})
target_link_libraries(core_tests PRIVATE attention GTest::gtest_main)
gtest_discover_tests(core_tests DISCOVERY_TIMEOUT 120 PROPERTIES TIMEOUT 300)
