import { cno } from './cno.ts';
import type { IdentityNumber } from './identity-number.ts';

/** CEI, 12 digits, 00.000.00000/00: the number the CNO took over, with the same digits, mask and check. */
export const cei: IdentityNumber = { ...cno };
