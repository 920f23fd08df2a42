import type { World } from '#kit/acting/world.ts';
import { ONDE_EXIBIR_SALARIO } from '#platform/empresa/exibir-salario.ts';

/**
 * What is said where what people are paid decides, whatever the figures are: whoever does not see that could write the other side, and ask again until
 * they know (ADR 13). Where nobody sees it there is nobody to ask, and it is said what to turn on.
 */
export const soQuemVeSalarios = ({ settings }: Pick<World, 'settings'>, oQue: string): string =>
  settings.exibirSalario === false
    ? `Este planejamento depende do que cada um recebe, e esta empresa não exibe salários a ninguém. Antes d${oQue}, ligue ${ONDE_EXIBIR_SALARIO}.`
    : `Este planejamento depende do que cada um recebe. Peça ${oQue} a quem vê salários.`;
