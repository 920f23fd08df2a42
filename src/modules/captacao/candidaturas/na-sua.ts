import type { Locks } from '#kit/registry/lifecycle.ts';

/** What somebody wrote about an application stays with it. */
export const naSuaCandidatura: Locks = { edit: () => ({ fields: ['candidatura'], why: 'Fica sempre na mesma candidatura' }) };
