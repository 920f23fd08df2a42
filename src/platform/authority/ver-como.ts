/** The authority to see the system as another user or as a profile. */
export const VER_COMO = 'ROLE_VER_COMO';
