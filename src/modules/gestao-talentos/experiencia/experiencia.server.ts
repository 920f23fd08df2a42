import sql from 'sql-template-tag';
import { bare } from '#kit/fields/bare.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { type Hooks, hooksFor } from '#kit/store/store.server.ts';
import { doColaborador } from '../talentos/do-colaborador.server.ts';
import { deTalentosVisiveis, talentoVisivel } from '../talentos/visiveis.server.ts';
import { avaliacoesExperiencia } from './avaliacoes-experiencia.registry.ts';
import { faltaDoModelo, faltasDaData, resultadoDe } from './experiencia.rules.ts';
import { EXPERIENCIA } from './tipo-experiencia.ts';

export const acompanhamentoHooks: Hooks = { ...doColaborador, where: deTalentosVisiveis };

interface Modelo {
  isExperiencia: boolean;
  ativo: boolean;
  periodo: number | null;
  minimo: number | null;
}

export const avaliacoesExperienciaHooks = hooksFor(avaliacoesExperiencia, {
  ...doColaborador,
  where: deTalentosVisiveis,
  async beforeSave(tx, { value, before, restored, acting }) {
    const talento = await talentoVisivel(tx, acting, value.colaborador);
    const faltas = [...faltasDaData(value.data, talento)];
    const modelo =
      value.modelo === null
        ? undefined
        : await tx.one<Modelo>(sql`
            select tipo = ${EXPERIENCIA} as "isExperiencia", ativo, periodo_acompanhamento_experiencia_id as periodo,
              percentual_minimo_aprovacao::float8 as minimo
            from modelos_avaliacao where id = ${value.modelo}`);
    // The chosen model stays valid, whatever has become of it since.
    const then = before ?? restored;
    const stood = then !== undefined && (bare(then.modelo) ?? null) === value.modelo && bare(then.periodo) === value.periodo;
    const falta = modelo && !stood ? faltaDoModelo(modelo, value.periodo) : undefined;
    if (falta) faltas.push(falta);
    if (faltas.length > 0) throw refuse.invalid(faltas);

    value.minimo = stood ? then.minimo : (modelo?.minimo ?? null);
    value.resultado = resultadoDe(value.percentual, value.minimo);
    const periodo = await tx.one<{ nome: string }>(sql`select nome from periodos_experiencia where id = ${value.periodo}`);
    value.resumo = `${talento.nome} – ${periodo?.nome ?? ''}`;
  },
});
