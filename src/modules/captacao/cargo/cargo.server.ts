import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { withAnswer } from '#kit/http/openapi.server.ts';
import { queryOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { solicitacoesPessoal } from '../solicitacoes/solicitacoes-pessoal.registry.ts';
import { solicitacoesVisiveis } from '../solicitacoes/visiveis.server.ts';
import type { CargoNaCaptacao } from './cargo.ts';

const cargo = z.object({
  id: z.int(),
  nome: z.string(),
  faixas: z.array(z.int()),
  solicitacoes: z.int(),
  vagas: z.int(),
  emSelecao: z.int(),
  candidatos: z.int(),
}) satisfies z.ZodType<CargoNaCaptacao>;

/** SCR-048: the positions for which people are asked or offer themselves. Whoever sees only areas is told of these alone. */
export function cargoRoutes(app: FastifyInstance, { db }: Services): void {
  app.get(
    '/api/captacao/cargo',
    withAnswer(
      {
        config: { authority: solicitacoesPessoal.authority },
        schema: { tags: ['Cargos (Recrutamento)'], summary: 'Cargos com vagas' },
      },
      z.array(cargo),
    ),
    (request) => {
      queryOf(request, {});
      const { acting } = request;
      const visiveis = solicitacoesVisiveis(acting);
      const candidatos = visiveis || !acting.can('ROLE_CAD_CANDIDATO') ? sql`0` : sql`coalesce(k.n, 0)`;
      return db.query<CargoNaCaptacao>(sql`
        with abertas as (
          select f.cargo_id, array_agg(distinct f.id) as faixas, count(*)::int as solicitacoes, sum(greatest(s.quantidade - coalesce(s.qtd_vagas_preenchidas, 0), 0))::float8 as vagas,
            sum((select count(*) from candidaturas c where c.solicitacao_id = s.id and c.situacao = 'A'))::float8 as "emSelecao"
          from solicitacoes_pessoal s join faixas_salariais f on f.id = s.faixa_salarial_id
          where s.empresa_id = ${acting.empresaId} and s.situacao in ('A', 'S') and s.status <> 'R' and ${visiveis ?? sql`true`}
          group by 1),
        querem as (
          select l.alvo_id as cargo_id, count(*)::int as n from candidatos_cargos l join candidatos c on c.id = l.registro_id
          where c.empresa_id = ${acting.empresaId} and not c.contratado group by 1)
        select g.id, g.nome, coalesce(a.faixas, '{}') as faixas, coalesce(a.solicitacoes, 0) as solicitacoes, coalesce(a.vagas, 0) as vagas, coalesce(a."emSelecao", 0) as "emSelecao",
          ${candidatos} as candidatos
        from cargos g left join abertas a on a.cargo_id = g.id left join querem k on k.cargo_id = g.id
        where g.empresa_id = ${acting.empresaId} and (a.cargo_id is not null or ${candidatos} > 0)
        order by coalesce(a.vagas, 0) desc, g.nome_ord, g.id limit 1000`);
    },
  );
}
