import { expect, it } from 'vitest';
import { program } from '#kit/acting/world.ts';
import { check } from '#kit/form/check.ts';
import type { MessageType } from '#kit/message/message.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { envioDoAnuncio } from './anuncios/anuncios.form.ts';
import { anuncios } from './anuncios/anuncios.registry.ts';
import { areasFormacao } from './areas-formacao.registry.ts';
import { areasInteresse } from './areas-interesse.registry.ts';
import { candidatos } from './candidatos/candidatos.registry.ts';
import { comoFicouSabendoVaga } from './como-ficou-sabendo-vaga.registry.ts';
import { etapasSeletivas } from './etapas-seletivas.registry.ts';
import { captacao } from './module.ts';
import { portas } from './portal/portas.ts';
import { solicitacoesPessoal } from './solicitacoes/solicitacoes-pessoal.registry.ts';

const etapa = { nome: 'Entrevista', ordem: 1 };

it.each<[rule: string, registry: AnyRegistry, input: object, fields: string[]]>([
  ['RUL-087', areasFormacao, { nome: '   ' }, ['nome']],
  ['RUL-087', areasFormacao, { nome: ' Direito ' }, []],
  ['RUL-091', etapasSeletivas, { nome: 'Entrevista' }, ['ordem']],
  ['RUL-091', etapasSeletivas, { ...etapa, ordem: 1_000 }, ['ordem']],
  ['RUL-091', etapasSeletivas, { ...etapa, ordem: 999 }, []],
  ['RUL-092', etapasSeletivas, { ...etapa, nome: '' }, ['nome']],
  ['RUL-092', etapasSeletivas, { ...etapa, nome: 'x'.repeat(101) }, ['nome']],
])('%s judges %o', (_rule, registry, input, fields) => {
  const checked = check(registry, input, { today: '2026-11-20', settings: {}, can: program });
  expect(checked.ok ? [] : checked.issues.map(({ field }) => field)).toEqual(fields);
});

const anuncio = { titulo: 'Analista', solicitacao: 1, descricao: '<p>Venha</p>', exibirModuloExterno: true };
const pedido = {
  descricao: 'Analista',
  data: '2026-11-20',
  quantidade: 1,
  horarioComercial: '8h às 17h',
  areaOrganizacional: 1,
  faixaSalarial: 1,
  motivoSolicitacao: 1,
  estabelecimento: 1,
};
const candidato = { nome: 'Íris Flor', cargos: [1], primeiroEmprego: true };
const amigo = {
  nome: 'Iara',
  email: 'iara@exemplo.com.br',
  nomeAmigo: 'Ubi',
  emailAmigo: 'ubi@exemplo.com.br',
  recaptcha: 'x:1',
};
const longo = (antes: number) => `${'x'.repeat(antes)}@exemplo.com.br`;

type Judged = Parameters<typeof check>[0];
const sem = (input: object, field: string) => ({ ...input, [field]: null });

it.each<[rule: string, form: Judged, input: object, fields: string[], settings?: Record<string, boolean>]>([
  ['RUL-075', anuncios, sem(anuncio, 'titulo'), ['titulo']],
  ['RUL-076', anuncios, { ...anuncio, titulo: 'x'.repeat(101) }, ['titulo']],
  ['RUL-076', anuncios, { ...anuncio, titulo: 'x'.repeat(100) }, []],
  ['RUL-077', anuncios, sem(anuncio, 'descricao'), ['descricao']],
  ['RUL-077', anuncios, { ...anuncio, descricao: '<p> </p><ul><li>&nbsp;</li></ul>' }, ['descricao']],
  ['RUL-077', anuncios, { ...anuncio, descricao: '<p> <b>a</b> </p>' }, []],
  ['RUL-078', anuncios, sem(anuncio, 'exibirModuloExterno'), ['exibirModuloExterno']],
  ['RUL-079', envioDoAnuncio, { assunto: ' ', emails: ['ubi@exemplo.com.br'] }, ['assunto']],
  ['RUL-080', envioDoAnuncio, { assunto: 'Vaga', emails: [] }, ['emails']],
  ['RUL-080', envioDoAnuncio, { assunto: 'Vaga', emails: ['ubi@exemplo.com.br'] }, []],
  ['RUL-081', portas.enviarAmigo.form, sem(amigo, 'nome'), ['nome']],
  ['RUL-082', portas.enviarAmigo.form, sem(amigo, 'email'), ['email']],
  ['RUL-082', portas.enviarAmigo.form, { ...amigo, email: 'iara' }, ['email']],
  ['RUL-083', portas.enviarAmigo.form, sem(amigo, 'nomeAmigo'), ['nomeAmigo']],
  ['RUL-084', portas.enviarAmigo.form, sem(amigo, 'emailAmigo'), ['emailAmigo']],
  ['RUL-084', portas.enviarAmigo.form, { ...amigo, emailAmigo: 'ubi@' }, ['emailAmigo']],
  ['RUL-085', portas.enviarAmigo.form, { ...amigo, nome: 'x'.repeat(101), nomeAmigo: 'x'.repeat(101) }, ['nome', 'nomeAmigo']],
  ['RUL-085', portas.enviarAmigo.form, { ...amigo, email: longo(36), emailAmigo: longo(36) }, ['email', 'emailAmigo']],
  ['RUL-085', portas.enviarAmigo.form, { ...amigo, email: longo(35), emailAmigo: longo(35) }, []],
  ['RUL-086', portas.enviarAmigo.form, sem(amigo, 'recaptcha'), ['recaptcha']],
  ['RUL-088', comoFicouSabendoVaga, { nome: '   ' }, ['nome']],
  ['RUL-088', comoFicouSabendoVaga, { nome: ' Rádio ' }, []],
  ['RUL-089', areasInteresse, { areasOrganizacionaisIds: [1] }, ['nome']],
  ['RUL-090', areasInteresse, { nome: 'Vendas', areasOrganizacionaisIds: [] }, ['areasOrganizacionaisIds']],
  ['RUL-097', candidatos, sem(candidato, 'nome'), ['nome']],
  ['RUL-098', candidatos, { ...candidato, cargos: [] }, ['cargos']],
  ['RUL-139', solicitacoesPessoal, sem(pedido, 'data'), ['data']],
  ['RUL-140', solicitacoesPessoal, sem(pedido, 'descricao'), ['descricao']],
  ['RUL-141', solicitacoesPessoal, sem(pedido, 'horarioComercial'), ['horarioComercial']],
  ['RUL-143', solicitacoesPessoal, sem(pedido, 'invisivelParaGestor'), ['invisivelParaGestor']],
  ['RUL-147', solicitacoesPessoal, sem(pedido, 'quantidade'), ['quantidade']],
  ['RUL-147', solicitacoesPessoal, { ...pedido, quantidade: 0 }, ['quantidade']],
  ['RUL-149', solicitacoesPessoal, sem(pedido, 'areaOrganizacional'), ['areaOrganizacional']],
  ['RUL-150', solicitacoesPessoal, sem(pedido, 'motivoSolicitacao'), ['motivoSolicitacao']],
  ['RUL-151', solicitacoesPessoal, sem(pedido, 'faixaSalarial'), ['faixaSalarial']],
  ['RUL-151', solicitacoesPessoal, sem(pedido, 'faixaSalarial'), [], { solPessoalCamposOpcionais: true }],
  ['RUL-152, 153', solicitacoesPessoal, pedido, ['ambiente', 'funcao'], { obrigarAmbienteFuncao: true }],
  ['RUL-152, 153', solicitacoesPessoal, pedido, []],
  ['RUL-155', solicitacoesPessoal, { ...pedido, remuneracao: -1 }, ['remuneracao'], { solPessoalExibirSalario: true }],
])('%s (%#) judges a form', (_rule, form, input, fields, settings = {}) => {
  const begun = Object.entries(form.fields as Record<string, { initial?: unknown }>).map(([name, { initial }]) => [
    name,
    initial,
  ]);
  const checked = check(form, { ...Object.fromEntries(begun), ...input }, { today: '2026-11-20', settings, can: program });
  expect(checked.ok ? [] : checked.issues.map(({ field }) => field)).toEqual(fields);
});

const portasDe = (quem: string) =>
  Object.values(captacao.doors).flatMap(({ who, method, path }) => (who === quem ? [`${method} ${path}`] : []));

it('RUL-008: anybody registers, sees the ads and sends one to a friend', () =>
  expect(portasDe('publico')).toEqual(
    expect.arrayContaining([
      'POST /api/externo/candidatos',
      'GET /api/externo/anuncios',
      'GET /api/externo/anuncios/:id',
      'POST /api/externo/anuncios/:id/enviar-amigo',
    ]),
  ));

it('RUL-008: who is logged in accepts the notice, attaches documents and answers evaluations, and nobody else does', () => {
  const deles = [
    'PATCH /api/externo/candidatos/:id/aceita-termo',
    'POST /api/externo/candidatos/:id/documentos-anexos',
    'POST /api/externo/candidatos/:id/avaliacoes/:avaliacaoId',
  ];
  expect(portasDe('externo')).toEqual(expect.arrayContaining(deles));
  for (const porta of deles) expect(portasDe('publico')).not.toContain(porta);
});

const mensagens: readonly MessageType[] = captacao.messages;

it('messages that name a candidate say so, and go when the candidate is erased', () =>
  expect(mensagens.filter(({ variables, personal }) => 'candidato' in variables && !personal).map(({ id }) => id)).toEqual([]));
