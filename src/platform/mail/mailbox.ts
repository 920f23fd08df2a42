/** The mailbox behind an address: capitals and what follows a `+` make no other one. */
export const mailboxOf = (address: string): string => {
  const lower = address.toLowerCase();
  const [plus, at] = [lower.indexOf('+'), lower.lastIndexOf('@')];
  return plus < 0 || plus > at ? lower : lower.slice(0, plus) + lower.slice(at);
};

/** A masked address that only its owner recognises: the first letter and the part from the at sign on. */
export const maskedAddress = (address: string): string => address.replace(/^(.)[^@]*/u, '$1•••');
