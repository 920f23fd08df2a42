/** The `tipo` of a model of evaluation for people on trial (ENU-031). */
export const EXPERIENCIA = 'A';
