import sql from 'sql-template-tag';
import { formatDate, formatInstant } from '#kit/br/date.ts';
import { labelIn } from '#kit/fields/by-name.ts';
import { printedFields } from '#kit/print/table.ts';
import type { DocumentQuery } from '#kit/report/report.server.ts';
import { formatCell } from '#kit/sheet/format.ts';
import { DA_VEZ } from './aprovacao.server.ts';
import { situacoesDaAprovacao } from './codigos.ts';
import { solicitacoesPessoal } from './solicitacoes-pessoal.registry.ts';

/** Sex and age stay out: the paper goes round, and nobody may choose by them. */
const SECOES: readonly [titulo: string, campos: readonly string[]][] = [
  [
    'Vaga',
    [
      'data',
      'quantidade',
      'tipoVaga',
      'motivoSolicitacao',
      'areaOrganizacional',
      'estabelecimento',
      'faixaSalarial',
      'ambiente',
      'funcao',
      'vinculo',
      'remuneracao',
      'horarioComercial',
      'horasDiariasPrevistas',
      'dataPrevisaoEncerramento',
      'colaboradoresSubstituidos',
    ],
  ],
  ['Perfil', ['escolaridade', 'escolaridades', 'uf', 'cidade']],
  [
    'Andamento',
    [
      'situacao',
      'status',
      'dataStatus',
      'solicitante',
      'liberador',
      'recrutadorResponsavel',
      'qtdVagasPreenchidas',
      'dataEncerramento',
    ],
  ],
];
const TEXTOS = [
  'experiencias',
  'infoComplementares',
  'observacaoLiberador',
  'obsSuspensao',
  'obsEncerra',
  'obsReabertura',
  'obsCancelamento',
];

interface Etapa {
  nome: string;
  situacao: string;
  quem: string | null;
  em: string | null;
  observacao: string | null;
}

export const solicitacaoImpressaDocumento: DocumentQuery = {
  template: new URL('./solicitacao.typ', import.meta.url),
  filters: false,
  async data({ db, store }, { id }: { id: number }, acting) {
    const { fields } = solicitacoesPessoal;
    const record = await store('captacao/solicitacoes-pessoal').show(db, acting, id);
    const etapas = await db.query<Etapa>(sql`
      select a.nome, a.situacao, (select u.nome from usuarios u where u.id = a.decidida_por) as quem,
        to_char(a.decidida_em at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as em, a.observacao
      from solicitacoes_pessoal_aprovacoes a where a.solicitacao_id = ${id} and ${DA_VEZ} order by a.ordem`);
    return {
      titulo: `Solicitação de Pessoal - ${formatCell('text', record.descricao)}`,
      numero: String(id),
      hoje: formatDate(acting.today),
      secoes: SECOES.map(([titulo, campos]) => ({ titulo, campos: printedFields(fields, record, campos) })).filter(
        ({ campos }) => campos.length > 0,
      ),
      textos: printedFields(fields, record, TEXTOS),
      etapas: etapas.map(({ nome, situacao, quem, em, observacao }) => [
        nome,
        labelIn(situacoesDaAprovacao, situacao) ?? '',
        quem ?? '',
        em ? formatInstant(em) : '',
        observacao ?? '',
      ]),
      solicitante: record.solicitante ? formatCell('text', (record.solicitante as { nome?: string }).nome) : '',
    };
  },
};
