import type { Authority, ModuleDeclaration } from '#kit/module/module.ts';

/** Ready-made profiles, from the most to the least common. Modules say in `profiles` of their manifests what each one holds. */
const PROFILES: Readonly<Record<string, { nome: string; descricao: string }>> = {
  rh: {
    nome: 'RH',
    descricao: 'Cuida dos talentos, cargos e salários de todas as áreas; não vê dados de saúde nem muda acessos.',
  },
  gestor: {
    nome: 'Gestor',
    descricao: 'Acompanha as pessoas das áreas pelas quais responde; não vê salários, documentos nem dados de saúde.',
  },
  recrutador: {
    nome: 'Recrutador',
    descricao: 'Prepara as seleções e consulta áreas e cargos; não vê a ficha de nenhum talento.',
  },
  'sst-tecnico': {
    nome: 'SST técnico',
    descricao: 'Cuida de ambientes, funções, obras e afastamentos; não vê o motivo de saúde, salários nem documentos.',
  },
  medico: {
    nome: 'Médico',
    descricao: 'Registra afastamentos e vacinas e vê os dados de saúde; não abre as fichas nem vê salários.',
  },
  auditor: {
    nome: 'Auditor',
    descricao: 'Lê tudo, também salários, dados de saúde e o log, e não altera nada.',
  },
  dpo: {
    nome: 'DPO',
    descricao: 'Lê o log e atende os titulares: vê, corrige e remove dados pessoais; não vê salários nem dados de saúde.',
  },
  administrador: {
    nome: 'Administrador',
    descricao: 'Faz tudo, em todas as empresas, e dá acesso aos outros.',
  },
};

export interface ReadyProfile {
  id: string;
  nome: string;
  descricao: string;
  autoridades: readonly string[];
}

const reads = ({ part, deed }: Authority) => deed === 'see' && (part === 'registry' || part === 'report');

/** The ready-made profiles with their authorities; what a manifest says of an unknown profile or authority is an error at once. */
export function readyProfilesOf(
  modules: readonly ModuleDeclaration[],
  known: ReadonlyMap<string, Authority>,
): readonly ReadyProfile[] {
  for (const { id, profiles = {} } of modules)
    for (const [profile, words] of Object.entries(profiles))
      for (const word of words)
        if (!Object.hasOwn(PROFILES, profile) || (word.startsWith('ROLE_') && !known.has(word)))
          throw new Error(`${id}: ${profile} cannot hold ${word}`);

  const holds = (profile: string, name: string, authority: Authority): boolean => {
    if (profile === 'administrador') return true;
    return modules.some(({ title, profiles = {} }) =>
      (profiles[profile] ?? []).some(
        (word) =>
          word === name ||
          (title === authority.group &&
            authority.part !== 'own' &&
            (word === 'everything' || (word === 'reading' && reads(authority)))),
      ),
    );
  };
  return Object.entries(PROFILES).map(([id, said]) => ({
    id,
    ...said,
    autoridades: [...known].flatMap(([name, authority]) => (holds(id, name, authority) ? [name] : [])),
  }));
}
