//! Memory that is asked for before it is taken: what is made in one go, and would be too late to stop.

use super::{Account, Exhausted, Limits};

/// An account that holds `bytes`, the most that is taken next. Fails when they are not there.
pub fn reserve(limits: &Limits, bytes: usize) -> Result<Account, Exhausted> {
    limits.check()?;
    let mut account = limits.account();
    reserve_more(&mut account, bytes)?;
    Ok(account)
}

/// Lets an account hold `bytes` more, if they are there. Stores may say up to twice what they use, so budgets admit more
/// than there is while the process has room; what is reserved is used.
pub fn reserve_more(account: &mut Account, bytes: usize) -> Result<(), Exhausted> {
    account.grow(bytes)?;
    if bytes > 0 && account.room() <= account.held() {
        account.shrink(bytes);
        return Err(Exhausted::Memory);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_reserved_is_there() {
        let limits = Limits::none().within(1000);
        limits.meter().set_room(true);
        let held = reserve(&limits, 600).unwrap();
        assert_eq!(reserve(&limits, 600).unwrap_err(), Exhausted::Memory);
        // A store that grows may.
        assert!(limits.account().grow(600).is_ok());
        drop(held);
        assert!(reserve(&limits, 600).is_ok());
        assert!(reserve(&Limits::none(), usize::MAX / 2).is_ok());
    }
}
