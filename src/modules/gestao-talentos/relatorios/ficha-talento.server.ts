import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { telefone } from '#kit/br/telefone.ts';
import { counted } from '#kit/br/text.ts';
import { gathered } from '#kit/document/document.server.ts';
import { printable, printedFields } from '#kit/print/table.ts';
import type { DocumentQuery, Reading } from '#kit/report/report.server.ts';
import { formatCell } from '#kit/sheet/format.ts';
import type { Record_ } from '#kit/store/store.server.ts';
import { salarioDe } from '#modules/estrutura/public.server.ts';
import { VER_SALARIO } from '../pessoa/sensiveis.ts';
import { talentos } from '../talentos/talentos.registry.ts';

const { fields } = talentos;

const CONTATO = 'Contato e endereço';

const SECOES: readonly [titulo: string, campos: readonly string[]][] = [
  [
    'Vínculo',
    [
      'matricula',
      'vinculo',
      'situacao',
      'dataAdmissao',
      'dataDesligamento',
      'areaAtual',
      'cargoAtual',
      'faixaAtual',
      'estabelecimentoAtual',
      'salarioAtual',
    ],
  ],
  [
    'Dados pessoais',
    [
      'nomeSocial',
      'cpf',
      'dataNascimento',
      'sexo',
      'estadoCivil',
      'escolaridade',
      'nacionalidade',
      'paisNacionalidade',
      'naturalidade',
      'mae',
      'pai',
      'conjuge',
      'qtdFilhos',
      'etniaRaca',
      'deficiencia',
    ],
  ],
  [CONTATO, ['email', 'nomeContato', 'cep', 'logradouro', 'numero', 'complemento', 'bairro', 'cidade', 'uf']],
  [
    'Documentos',
    [
      'rg',
      'rgOrgaoEmissor',
      'rgDataExpedicao',
      'pis',
      'ctpsNumero',
      'ctpsSerie',
      'titEleitNumero',
      'titEleitZona',
      'titEleitSecao',
      'certMilNumero',
      'numeroHab',
      'categoria',
      'vencimento',
    ],
  ],
];

/** Area code and number are separate in the record and together on paper. */
const telefones = (talento: Record_): [string, string][] =>
  (
    [
      ['Telefone', talento.ddd, talento.foneFixo],
      ['Celular', talento.dddCelular, talento.foneCelular],
    ] as const
  ).flatMap(([nome, ddd, numero]): [string, string][] =>
    numero ? [[nome, telefone.format(`${formatCell('text', ddd)}${formatCell('text', numero)}`)]] : [],
  );

const historicoDe = (talento: number, comSalario: boolean): Sql => sql`
  select h.data, h.motivo, a.descricao_hierarquia as area, c.nome as cargo, f.nome as faixa, e.nome as estabelecimento,
    ${comSalario ? salarioDe(sql`h`, sql`h.data`) : sql`null::text`} as salario
  from talentos_historicos h
  left join areas_organizacionais a on a.id = h.area_organizacional_id
  left join faixas_salariais f on f.id = h.faixa_salarial_id
  left join cargos c on c.id = f.cargo_id
  left join estabelecimentos e on e.id = h.estabelecimento_id
  where h.registro_id = ${talento} order by h.data, h.id`;

const CADASTRO = 'gestao-talentos/talentos';
const template = new URL('./ficha-talento.typ', import.meta.url);

/**
 * One talent on paper. The store applies visibility and records the reading: a wrong company or area is a 404, a hidden field is
 * not printed.
 */
async function fichaDe({ db, store }: Reading, id: number, acting: Acting) {
  const talento: Record_ = await store(CADASTRO).show(db, acting, id);
  const motivo = fields.historicos?.fields?.motivo;
  const comSalario = acting.can(VER_SALARIO);
  const historicos = await db.query<Record<string, unknown>>(historicoDe(id, comSalario));
  return {
    nome: formatCell('text', talento.nome),
    secoes: SECOES.map(([titulo, campos]) => ({
      titulo,
      campos: [...printedFields(fields, talento, campos), ...(titulo === CONTATO ? telefones(talento) : [])],
    })).filter(({ campos }) => campos.length > 0),
    comSalario,
    historicos: historicos.map((historico) => [
      formatCell('date', historico.data),
      motivo ? formatCell('text', printable(motivo, historico.motivo)) : '',
      formatCell('text', historico.area),
      [historico.cargo, historico.faixa].filter(Boolean).join(' / '),
      formatCell('text', historico.estabelecimento),
      ...(comSalario ? [formatCell('money', historico.salario)] : []),
    ]),
  };
}

export const fichaTalentoDocumento: DocumentQuery = {
  template,
  filters: false,
  async data(reading, { talentoId }: { talentoId: number }, acting) {
    const ficha = await fichaDe(reading, talentoId, acting);
    return { titulo: `Ficha do Talento - ${ficha.nome}`, fichas: [ficha] };
  },
};

/** Fichas that a request prints itself. */
const MAIS_NO_PEDIDO = 10;

/** One that may not be seen refuses them all: nobody hands out a document that lacks somebody in silence. */
export const fichasTalentosDocumento: DocumentQuery = {
  template,
  filters: false,
  isLong: ({ talentosIds }: { talentosIds: readonly number[] }) => talentosIds.length > MAIS_NO_PEDIDO,
  async data(reading, { talentosIds }: { talentosIds: readonly number[] }, acting) {
    const fichas = await gathered(new Set(talentosIds), (id) => fichaDe(reading, id, acting));
    fichas.sort((a, b) => a.nome.localeCompare(b.nome, 'pt-BR'));
    return { titulo: `Fichas de ${counted(fichas.length, 'talento', 'talentos')}`, cada: true, fichas };
  },
};
