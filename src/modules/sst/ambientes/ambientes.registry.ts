import { boolean, choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { having, optional, readOnly } from '#kit/fields/field.ts';
import { caepf, cno, cnpj } from '#kit/fields/identity.ts';
import { ref } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { faltasDoAmbiente } from './ambientes.rules.ts';

type Onde = { localAmbiente?: string; chaveOpcaoTipoEstabelecimentoProprio?: string; tipoInscricaoDeTerceiro?: string };

const proprio = ({ localAmbiente }: Onde) => localAmbiente === '1';
const deTerceiro = ({ localAmbiente }: Onde) => localAmbiente === '2';
const noEstabelecimento = (onde: Onde) => proprio(onde) && onde.chaveOpcaoTipoEstabelecimentoProprio === 'E';
const naObra = (onde: Onde) => proprio(onde) && onde.chaveOpcaoTipoEstabelecimentoProprio === 'O';
const inscritoPor = (tipo: string) => (onde: Onde) => deTerceiro(onde) && onde.tipoInscricaoDeTerceiro === tipo;

/**
 * Places of work, for occupational safety (document 3 §3): at an establishment or a site of the company, or at somebody else's.
 */
export const ambientes = defineRegistry({
  id: 'ambientes',
  title: 'Ambientes',
  singular: 'Ambiente',
  authority: 'ROLE_CAD_AMBIENTE',
  scope: 'empresa',
  most: 100_000,
  fields: {
    nomeAmbiente: text('Nome', 100),
    descricao: optional(longText('Descrição', 8_000)),
    tempoExposicao: optional(text('Tempo de exposição', 100)),
    data: date('A partir da data'),
    dataValidade: optional(date('Data Encerramento')),
    localAmbiente: having(choice('Local do ambiente', { '1': 'Estabelecimento próprio', '2': 'Estabelecimento de terceiros' }), {
      initial: '1',
    }),
    chaveOpcaoTipoEstabelecimentoProprio: having(choice('Tipo do estabelecimento', { E: 'Estabelecimento', O: 'Obra' }), {
      initial: 'E',
    }),
    estabelecimento: optional(ref('Estabelecimento', 'utilitario/estabelecimentos')),
    obra: optional(ref('Obra', 'sst/obra')),
    tipoInscricaoDeTerceiro: having(choice('Tipo de inscrição', { '1': 'CNPJ', '3': 'CAEPF', '4': 'CNO' }), { initial: '1' }),
    cnpj: optional(cnpj()),
    caepf: optional(caepf()),
    cno: optional(cno()),
    cadastroPendente: readOnly(boolean('Cadastro pendente')),
  },
  columns: ['nomeAmbiente', 'localAmbiente', 'estabelecimento', 'obra', 'data', 'dataValidade'],
  findable: { detail: ['localAmbiente'] },
  visibleWhen: {
    chaveOpcaoTipoEstabelecimentoProprio: proprio,
    estabelecimento: noEstabelecimento,
    obra: naObra,
    tipoInscricaoDeTerceiro: deTerceiro,
    cnpj: inscritoPor('1'),
    caepf: inscritoPor('3'),
    cno: inscritoPor('4'),
  },
  requiredWhen: {
    estabelecimento: (onde) => noEstabelecimento(onde) && 'Estabelecimento é requerido',
    obra: naObra,
    cno: inscritoPor('4'),
  },
  rules: faltasDoAmbiente,
});
