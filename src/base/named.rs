//! Enums whose values have names: one list for the library, the command line and its help.

/// An enum of plain values with names, declared by [`named!`](crate::named!).
pub trait Named: Copy + Send + Sync + 'static {
    /// All values, in the order of their declaration.
    const VALUES: &'static [Self];

    /// The name of the value.
    fn name(self) -> &'static str;

    /// What the value is, in one line.
    fn about(self) -> &'static str;

    /// Another name that is understood, too.
    fn alias(self) -> Option<&'static str> {
        None
    }
}

/// Declares an enum of plain values, each with a name and a one-line description, which is also its documentation.
/// The command line and its help use both.
#[macro_export]
macro_rules! named {
    (
        $(#[$meta:meta])*
        $visibility:vis enum $type:ident {
            $( #[doc = $about:literal] $(#[$attribute:meta])* $variant:ident = $name:literal, )+
        }
    ) => {
        $(#[$meta])*
        $visibility enum $type {
            $( #[doc = $about] $(#[$attribute])* $variant, )+
        }

        impl $type {
            /// All values, in the order of their declaration.
            $visibility const ALL: [$type; [$($name),+].len()] = [$($type::$variant),+];

            /// The name of the value.
            $visibility const fn name(self) -> &'static str {
                match self {
                    $( $type::$variant => $name, )+
                }
            }

            /// The one-line description of the value.
            $visibility fn about(self) -> &'static str {
                let about = match self {
                    $( $type::$variant => $about, )+
                };
                about.trim_start()
            }
        }

        impl $crate::Named for $type {
            const VALUES: &'static [Self] = &Self::ALL;

            fn name(self) -> &'static str {
                self.name()
            }

            fn about(self) -> &'static str {
                self.about()
            }
        }

        impl ::std::fmt::Display for $type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

#[cfg(test)]
mod tests {
    named! {
        /// Two values.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        enum Side {
            /// On this side.
            #[default]
            Near = "near",
            /// On the other side.
            Far = "far",
        }
    }

    #[test]
    fn names_and_lines_are_those_of_the_declaration() {
        assert_eq!(Side::ALL, [Side::Near, Side::Far]);
        assert_eq!(Side::default().about(), "On this side.");
        assert_eq!(format!("{:>4}", Side::Far), " far");
    }
}
