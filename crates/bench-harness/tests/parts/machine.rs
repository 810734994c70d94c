//! Tests of the environment and the scheduling on this machine.

use std::time::Duration;

use bench_harness::measure::machine;

#[test]
#[cfg(target_os = "linux")]
fn the_processor_time_is_available() {
    let before = machine::scheduling().expect("Linux reports it");
    let mut sum = 0u64;
    let start = std::time::Instant::now();
    while start.elapsed() < Duration::from_millis(50) {
        sum = std::hint::black_box(sum + 1);
    }
    let after = machine::scheduling().expect("Linux reports it");
    assert!(after.ran_ns > before.ran_ns && after.waited_ns >= before.waited_ns, "{after:?}");
}

#[test]
fn no_field_of_the_environment_is_empty() {
    let environment = machine::environment(7, Duration::from_millis(1500));
    assert!(!environment.cpu.is_empty());
    assert!(environment.compiler.starts_with("rustc "), "{}", environment.compiler);
    assert!(!environment.profile.is_empty() && !environment.commit.is_empty());
    assert_eq!((environment.seed, environment.time_limit_ms), (7, 1500.0));
    assert!(environment.date.starts_with("20") && environment.date.ends_with('Z'));
}

#[test]
fn a_build_with_assertions_is_marked() {
    let environment = machine::environment(0, Duration::from_secs(1));
    assert_eq!(environment.comparable, environment.warning().is_none());
    assert!(!(cfg!(debug_assertions) && environment.comparable));
}

#[test]
fn the_processor_has_a_name_under_every_key() {
    let name = |info| machine::cpu_of_cpuinfo(info).unwrap_or_default();
    assert_eq!(name("processor\t: 0\nmodel name\t: Fast(R) CPU\nflags\t: sse\n"), "Fast(R) CPU");
    assert_eq!(name("processor : 0\nmodel name :\nHardware : Some Board\n"), "Some Board");
    assert_eq!(name("processor : 0\nuarch : sifive,u74-mc\n"), "sifive,u74-mc");
    let arm = name("processor : 0\nCPU implementer : 0x41\nCPU part : 0xd0c\n");
    assert!(arm.ends_with(" implementer 0x41 part 0xd0c"), "{arm}");
    assert_eq!(machine::cpu_of_cpuinfo("processor : 0\nBogoMIPS : 50.00\n"), None);
}
