import { choice } from '#kit/fields/choice.ts';
import { having, optional } from '#kit/fields/field.ts';
import { integer, percentage } from '#kit/fields/number.ts';
import { refIds } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { areasDoFiltro } from '#modules/estrutura/public.ts';

export const AVALIACOES = 'avaliacao/avaliacoes-desempenho';
export const TALENTOS = 'gestao-talentos/talentos';

// RUL-318
export const avaliacoesIds = having(refIds('Avaliações', AVALIACOES), { hint: 'Só avaliações concluídas têm resultado.' });
export const avaliadosIds = optional(refIds('Avaliados', TALENTOS, 0));
export const areas = areasDoFiltro('areasIds');
export const doResultado = { avaliacoesIds, avaliadosIds, ...areas };

/** With one decimal, as the page of a result and the dashboard write it. */
export const porCento = (label: string, bounds?: { min: number }) => percentage(label, 1, bounds);
export const avaliacao = text('Avaliação', 250);
export const avaliado = text('Avaliado', 140);
export const area = text('Área Organizacional', 2_000);
export const cargo = text('Cargo', 100);
export const desempenho = porCento('Desempenho');
export const potencial = porCento('Potencial');
export const metas = porCento('Metas');
export const performance = porCento('Performance');
export const exigido = porCento('Exigido');
export const obtido = porCento('Obtido');
export const auto = porCento('Autoavaliação');
/** of what is required less what was reached; negative: more than required */
export const distancia = porCento('Distância', { min: -100 });
export const competencia = text('Competência', 100);
export const tipoDeCompetencia = choice('Tipo', { C: 'Conhecimento', H: 'Habilidade', A: 'Atitude' });
export const avaliadores = integer('Avaliadores');
