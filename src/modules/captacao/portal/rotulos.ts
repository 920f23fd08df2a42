import { candidatos } from '../candidatos/candidatos.registry.ts';
import { camposDoPortal } from './secoes.ts';

/** The fields that a company may demand of candidates, with their labels. What is answered anyway, and what the law protects, is none. */
export const rotulosDoPortal: Readonly<Record<string, string>> = Object.fromEntries(
  camposDoPortal.flatMap((nome) => {
    const { label, kind, sensitive } = candidatos.fields[nome];
    const eExtra = /^(texto|textolongo|data|valor|numero)\d$/.test(nome);
    const eProtegido = sensitive === 'ROLE_VER_RACA' || sensitive === 'ROLE_VER_DEFICIENCIA';
    return kind === 'boolean' || eExtra || eProtegido ? [] : [[nome, label] as const];
  }),
);
