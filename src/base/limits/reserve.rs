//! Reservation of memory before an allocation that cannot be interrupted.

use super::{Account, Interrupted, Limits};

/// A new account charged with `bytes`, the most that is allocated next. Fails if they are not available.
pub fn reserve(limits: &Limits, bytes: usize) -> Result<Account, Interrupted> {
    limits.check()?;
    let mut account = limits.account();
    reserve_more(&mut account, bytes)?;
    Ok(account)
}

/// Charges `bytes` more to an account, if they are available. While the process has room, budgets admit up to twice
/// their size, because stores may report twice what they use. Reserved memory is used in full, so that does not apply
/// here.
pub fn reserve_more(account: &mut Account, bytes: usize) -> Result<(), Interrupted> {
    account.grow(bytes)?;
    if bytes > 0 && account.room() <= account.held() {
        account.shrink(bytes);
        return Err(Interrupted::Memory);
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
        assert_eq!(reserve(&limits, 600).unwrap_err(), Interrupted::Memory);
        // A store that grows may exceed its budget.
        assert!(limits.account().grow(600).is_ok());
        drop(held);
        assert!(reserve(&limits, 600).is_ok());
        assert!(reserve(&Limits::none(), usize::MAX / 2).is_ok());
    }
}
