/** Where this tab was before it began to see the system as somebody else. */
export const BEFORE = 'vinculo.ver-como.antes';

/**
 * The page is loaded again between two people: nothing that one of them has read stays for the other, and no screen of one asks as the other.
 */
export const loadAgain = (address: string) => window.location.assign(address);
