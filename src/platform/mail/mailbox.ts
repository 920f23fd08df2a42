/** The mailbox behind an address: capitals and what follows a `+` make no other one. */
export const mailboxOf = (address: string): string => address.toLowerCase().replace(/\+[^@]*(?=@[^@]*$)/, '');
