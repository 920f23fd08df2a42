import sql, { raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';
import { cleanHtml } from '#kit/fields/rich-text.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import type { Extra } from './extras.ts';
import { termoDe } from './termo.server.ts';

interface Lista {
  summary: string;
  from: string;
  only?: (empresaId: number) => Sql;
}

/** Lists of a company that the registration chooses from: id and name, nothing else. */
export const DA_EMPRESA: Readonly<Record<string, Lista>> = {
  'areas-interesse': { summary: 'Áreas de interesse', from: 'areas_interesse' },
  cargos: {
    summary: 'Cargos',
    from: 'cargos',
    // Those that the company shows outside; while it shows none, all of them, for everybody has to choose one.
    only: (empresaId) => sql`ativa and (exibir_modulo_externo
      or not exists (select from cargos x where x.empresa_id = ${empresaId} and x.ativa and x.exibir_modulo_externo))`,
  },
  conhecimentos: { summary: 'Conhecimentos', from: 'conhecimentos' },
  'areas-formacao/cargos': { summary: 'Áreas de formação', from: 'areas_formacao' },
  'como-ficou-sabendo-vaga': { summary: 'Como ficou sabendo da vaga', from: 'como_ficou_sabendo_vaga' },
};

export const opcoesDaLista = ({ from, only }: Lista, empresaId: number): Sql =>
  sql`select id, nome from ${raw(from)} where empresa_id = ${empresaId} and ${only?.(empresaId) ?? sql`true`} order by nome_ord, id limit 3000`;

interface Empresa {
  id: number;
  nome: string;
  cor: string | null;
  logo: boolean;
  settings: Record<string, unknown>;
  extras: Extra[];
}

/** An active company, with what its settings say of the portal. */
export async function empresaDe(db: Queryable, id: number): Promise<Empresa> {
  const row = await db.one<Empresa>(sql`
    select e.id, e.nome, e.cor_principal as cor, e.logo_empresa_id is not null as logo,
      jsonb_build_object('politicaSeguranca', e.politica_seguranca, 'exigirAceitePsi', e.exigir_aceite_psi,
        'tempoExclusaoCandidato', e.tempo_exclusao_candidato, 'campoExtraCandidato', e.campo_extra_candidato,
        'maxCandidataCargo', e.max_candidata_cargo) as settings,
      (select coalesce(jsonb_agg(jsonb_build_object('campo', x.campo, 'titulo', x.titulo, 'ativoCandidato', x.ativo_candidato,
        'obrigatorioCandidato', x.obrigatorio_candidato) order by x.ordem, x.id), '[]') from campos_extras x where x.empresa_id = e.id) as extras
    from empresas e where e.id = ${id} and e.ativo`);
  if (!row) throw refuse.notFound();
  return row;
}

/** What anybody may see of an active company: its name and appearance, and what a registration at it has to accept. */
export async function aparenciaDe(db: Queryable, empresaId: number) {
  const { id, nome, cor, logo, settings } = await empresaDe(db, empresaId);
  const { texto, ...resto } = termoDe({ settings, empresaNome: nome });
  return {
    id,
    nome,
    corPrincipal: cor,
    logo: logo ? `/api/publico/empresa/logo?empresaId=${id}` : null,
    maxCandidataCargo: Number(settings.maxCandidataCargo ?? 0),
    campoExtraCandidato: settings.campoExtraCandidato === true,
    termo: { ...resto, texto: cleanHtml(texto) },
  };
}
