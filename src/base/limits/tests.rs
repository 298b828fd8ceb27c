//! Tests of the meter: it has the sum of all accounts, and budgets are enforced.

use std::thread;

use proptest::prelude::*;

use super::*;

/// Whether a new store may hold `bytes` bytes under the limits.
fn admits(limits: &Limits, bytes: usize) -> bool {
    limits.account().set(bytes).is_ok()
}

#[test]
fn where_memory_is_short_big_stores_give_way() {
    let limits = Limits::none().within(1000);
    let giving_way = limits.giving_way().branch();
    let check = |bytes| [&limits, &giving_way].map(|limits| admits(limits, bytes));
    assert_eq!(check(1000), [true, true]);
    limits.meter().set_short(true);
    assert_eq!([250, 251, 1001].map(check), [[true, true], [true, false], [false, false]]);
    limits.meter().set_short(false);
    assert_eq!(check(1000), [true, true]);
}

#[test]
fn a_store_gives_way_that_does_not_grow() {
    let limits = Limits::none().within(1000);
    let mut big = limits.giving_way().account();
    big.set(300).unwrap();
    limits.meter().set_short(true);
    assert_eq!(big.set(300), Err(Interrupted::Memory));
    assert_eq!(big.set(251), Err(Interrupted::Memory));
    assert_eq!(big.held(), 251);
    assert_eq!(big.set(250), Ok(()));
    assert_eq!(limits.account().set(750), Ok(()));
}

#[test]
fn what_is_only_reserved_is_no_reason_to_give_up() {
    let limits = Limits::none().within(1000);
    let part = limits.one_of(4);
    let check = |bytes| [&limits, &part].map(|limits| admits(limits, bytes));
    assert_eq!([250, 251, 1001].map(check), [[true, true], [true, false], [false, false]]);
    limits.meter().set_room(true);
    assert_eq!([251, 2001, 2002].map(check), [[true, false], [true, false], [false, false]]);
}

#[test]
fn parts_do_not_starve_one_another() {
    let limits = Limits::none().within(1000);
    let parts = [limits.one_of(2), limits.one_of(2)];
    let mut accounts = parts.each_ref().map(Limits::account);
    assert_eq!(accounts[0].set(501), Err(Interrupted::Memory));
    assert_eq!(accounts.each_mut().map(|account| account.set(500)), [Ok(()), Ok(())]);
    assert_eq!(limits.account().set(1), Err(Interrupted::Memory));
    assert_eq!((limits.memory(), parts[0].memory(), limits.meter().held()), (1000, 500, 1000));
}

#[test]
fn an_account_moves_with_what_it_holds() {
    let limits = Limits::none().within(1000);
    let part = limits.one_of(10);
    let mut account = limits.account();
    account.set(300).unwrap();
    account.move_to(&part);
    assert_eq!((account.held(), account.room(), limits.meter().held()), (300, 300, 300));
    assert_eq!(account.set(301), Err(Interrupted::Memory));
    account.move_to(&limits);
    assert_eq!((account.room(), account.set(1000)), (1000, Ok(())));
    assert_eq!((part.account().room(), limits.meter().peak()), (0, 1000));
    drop(account);
    assert_eq!((part.account().room(), limits.meter().held()), (100, 0));
}

#[test]
fn a_copy_holds_as_much_again() {
    let limits = Limits::none().within(1000);
    let mut account = limits.account();
    account.set(600).unwrap();
    let mut copy = account.clone();
    assert_eq!((limits.meter().held(), copy.held(), copy.room()), (1200, 600, 600));
    assert_eq!((account.set(600), copy.set(400)), (Err(Interrupted::Memory), Ok(())));
    drop((account, copy));
    assert_eq!(limits.meter().held(), 0);
}

#[test]
fn several_threads_share_a_budget() {
    let limits = Limits::none().within(10_000);
    thread::scope(|scope| {
        for worker in 1..=4 {
            let limits = limits.clone();
            scope.spawn(move || {
                for _ in 0..1000 {
                    let mut account = limits.account();
                    let refused = (0..).find(|_| account.grow(worker).is_err());
                    assert!(refused.is_some() && account.held() <= 10_000);
                }
            });
        }
    });
    assert_eq!((limits.meter().held(), limits.account().room()), (0, 10_000));
    assert!(limits.meter().peak() <= 10_000);
}

proptest! {
    /// Compares with a plain list of the bytes of each account.
    #[test]
    fn the_sum_is_that_of_all_accounts(steps in prop::collection::vec((0..6usize, 0..4usize, 0..500usize), 0..60)) {
        let limits = Limits::none().within(1000);
        let part = limits.one_of(2);
        let open = |i: usize| if i < 3 { limits.account() } else { part.account() };
        let mut accounts: Vec<Account> = (0..6).map(open).collect();
        let mut held = [0usize; 6];
        let mut peak = 0;
        for (i, what, bytes) in steps {
            let wanted = match what {
                0 => bytes,
                1 => held[i] + bytes,
                2 => held[i].saturating_sub(bytes),
                _ => 0,
            };
            let mut then = held;
            then[i] = wanted;
            let fits = then.iter().sum::<usize>() <= 1000 && then[3..].iter().sum::<usize>() <= 500;
            match what {
                0 => prop_assert_eq!(accounts[i].set(bytes).is_ok(), fits),
                1 => prop_assert_eq!(accounts[i].grow(bytes).is_ok(), fits),
                2 => accounts[i].shrink(bytes),
                _ => accounts[i] = open(i),
            }
            if fits {
                held = then;
            }
            peak = peak.max(held.iter().sum());
            prop_assert_eq!(accounts.iter().map(Account::held).collect::<Vec<_>>(), held.to_vec());
            prop_assert_eq!(limits.meter().held(), held.iter().sum::<usize>());
        }
        prop_assert_eq!(limits.meter().peak(), peak);
        drop(accounts);
        prop_assert_eq!(limits.meter().held(), 0);
        prop_assert_eq!(part.account().room(), 500);
    }
}
