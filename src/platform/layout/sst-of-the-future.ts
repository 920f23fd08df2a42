import type { MenuItem } from '#platform/menu/menu.ts';

const entry = (titulo: string): MenuItem => ({
  titulo,
  caminho: `/sst/${titulo
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/ d[aeo] | /g, '-')}`,
});

const group = (titulo: string, ...itens: string[]): MenuItem => ({ titulo, itens: itens.map(entry) });

/** For tests: the menu of occupational safety as it will be, with fifty entries. */
export const sstOfTheFuture: MenuItem = {
  titulo: 'SST',
  icone: 'safety',
  itens: [
    group('Hoje', 'Painel', 'Vencimentos', 'Pendências'),
    group(
      'Riscos e ambientes',
      'Ambientes',
      'Funções',
      'Obras',
      'Agentes Nocivos',
      'Inventário de Riscos',
      'PGR',
      'Plano de Ação',
      'Laudos',
      'Medições',
      'Fatores Psicossociais',
      'Mapa de Riscos',
    ),
    group('Saúde', 'Exames', 'ASO', 'PCMSO', 'Vacinas', 'Afastamentos', 'Prontuários', 'Convocações', 'Clínicas', 'Restrições'),
    group('EPI', 'Catálogo de EPI', 'Entregas de EPI', 'Validade de EPI', 'Devoluções de EPI', 'Caixas de EPI', 'Fichas de EPI'),
    group(
      'Acidentes e CIPA',
      'CAT',
      'Investigações',
      'Eleição da CIPA',
      'Atas da CIPA',
      'Inscrições da CIPA',
      'Mandatos da CIPA',
      'SIPAT',
    ),
    group('eSocial', 'S-2210', 'S-2220', 'S-2240', 'Fila de Envio', 'Retornos'),
    {
      ...group(
        'Cadastros',
        'Tipos de Exame',
        'Tipos de EPI',
        'Fabricantes',
        'Motivos de Afastamento',
        'Tipos de Laudo',
        'Causas de Acidente',
        'Partes do Corpo',
        'Médicos',
        'Técnicos',
      ),
      fechado: true,
    },
    { ...entry('Relatórios'), itens: [entry('Vencimentos por Área')] },
  ],
};
