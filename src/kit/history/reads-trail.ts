/** The authority to read the trail: who changed and who read what. */
export const READS_TRAIL = 'ROLE_CAD_LOG';
