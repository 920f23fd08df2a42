/** Fewer people than this of either sex and a mean would tell what one of them earns. */
export const MENOR_GRUPO = 3;

/** Major groups of the Brazilian classification of occupations: the first digit of the code. */
const grandesGrupos: Readonly<Record<string, string>> = {
  '0': 'Forças armadas, policiais e bombeiros militares',
  '1': 'Dirigentes e gerentes',
  '2': 'Profissionais das ciências e das artes',
  '3': 'Técnicos de nível médio',
  '4': 'Serviços administrativos',
  '5': 'Serviços e vendas',
  '6': 'Agropecuária, florestais e pesca',
  '7': 'Produção industrial (processos discretos)',
  '8': 'Produção industrial (processos contínuos)',
  '9': 'Reparação e manutenção',
};

export const grandeGrupo = (digito: string): string => grandesGrupos[digito] ?? 'Sem grupo';
