import { namesOf } from '#kit/fields/by-name.ts';
import { activity, boolean } from '#kit/fields/choice.ts';
import { having, optional } from '#kit/fields/field.ts';
import { image } from '#kit/fields/file.ts';
import { cnpj } from '#kit/fields/identity.ts';
import { integer } from '#kit/fields/number.ts';
import { color, email, richText, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { enderecoNaCidade } from '#platform/endereco/endereco.ts';

/** The switch alone shows no field: the titles are records of another screen. */
const ONDE_OS_CAMPOS_EXTRAS = 'Quais são, e com que títulos: Geral, Campos Extras.';

const configuracao = {
  acIntegra: boolean('Integrada com o sistema de pessoal'),
  solPessoalExibirSalario: having(boolean('Exibir salário na solicitação de pessoal'), {
    hint: 'Também no anúncio da vaga, no portal do candidato.',
  }),
  solPessoalExibirColabSubstituido: boolean('Exibir talento substituído na solicitação de pessoal'),
  solPessoalObrigarDadosComplementares: boolean('Obrigar dados complementares na solicitação de pessoal'),
  solPessoalReabrirSolicitacao: boolean('Permitir reabrir solicitação de pessoal'),
  solPessoalCamposOpcionais: having(boolean('Área, estabelecimento, motivo e faixa são opcionais na solicitação de pessoal'), {
    hint: 'Desligado, toda solicitação diz os quatro.',
  }),
  exibirSalario: having(boolean('Exibir salário', true), {
    hint: 'Desligado, ninguém vê salários desta empresa, nem quem tem a autorização.',
  }),
  obrigarAmbienteFuncao: boolean('Obrigar ambiente e função'),
  campoExtraCandidato: having(boolean('Usar campos extras do candidato'), { hint: ONDE_OS_CAMPOS_EXTRAS }),
  campoExtraColaborador: having(boolean('Usar campos extras do talento'), { hint: ONDE_OS_CAMPOS_EXTRAS }),
  responderCandidatos: having(boolean('Responder sozinho a candidatos que esperam'), {
    hint: 'Por e-mail: quando passa o dia prometido, e quando a vaga termina. Cada anúncio pode dizer outra coisa.',
  }),
  maxCandidataCargo: having(integer('Máximo de cargos por candidato', { min: 0, max: 999 }), {
    hint: '0 significa sem limite.',
    initial: 0,
  }),
};

const privacidade = {
  exigirAceitePsi: boolean('Exigir aceite do termo de privacidade'),
  tempoExclusaoCandidato: having(integer('Tempo para exclusão de candidatos (meses)', { min: 0, max: 600 }), {
    hint: '0 significa nunca.',
    initial: 0,
  }),
};

/** The sender of the company's messages. */
const remetente = {
  remetenteNome: having(optional(text('Nome do remetente', 80)), { hint: 'Em branco: o nome da empresa.' }),
  remetenteEmail: having(optional(email('E-mail do remetente')), {
    hint: 'O servidor de e-mail precisa aceitar este endereço. Em branco: o da instalação.',
  }),
  respostaEmail: having(optional(email('E-mail para respostas')), { hint: 'Para onde vão as respostas a mensagens da empresa.' }),
};

/** Switches that withhold an authority from everybody in the company, whatever their profiles grant. */
export const withholding = { exibirSalario: 'ROLE_VER_SALARIO' } as const satisfies {
  readonly [K in keyof typeof configuracao]?: string;
};

/** The company settings that the browser needs before any other request. */
export const companySettings = [...namesOf(configuracao), ...namesOf(privacidade)];

/** Companies with their appearance and configuration (document 1 §3, document 3 §3). */
export const empresas = defineRegistry({
  id: 'empresas',
  title: 'Empresas',
  singular: 'Empresa',
  authority: 'ROLE_CAD_EMPRESA',
  scope: 'global',
  most: 5_000,
  fields: {
    nome: text('Nome', 100),
    razaoSocial: optional(text('Razão Social', 150)),
    cnpj: optional(cnpj()),
    ativo: activity('Ativa'),
    ...enderecoNaCidade,
    cidade: optional(text('Cidade', 60)),
    uf: optional(text('UF', 2)),
    corPrincipal: having(optional(color('Cor Principal')), {
      hint: 'Botões, seleção e destaques. O contraste do texto é ajustado.',
    }),
    corSecundaria: optional(color('Cor Secundária')),
    logoEmpresa: optional(image('Logomarca')),
    ...remetente,
    ...configuracao,
    ...privacidade,
    politicaSeguranca: optional(richText('Termo de Privacidade e Política de Segurança')),
  },
  headline: { photo: 'logoEmpresa', lines: ['razaoSocial', 'cnpj'] },
  columns: ['nome', 'razaoSocial', 'cnpj', 'cidade', 'uf', 'ativo'],
  search: ['nome', 'razaoSocial', 'cnpj'],
  unique: [['nome'], ['cnpj']],
  sections: [
    {
      title: 'Dados',
      fields: ['nome', 'razaoSocial', 'cnpj', 'ativo', ...namesOf(enderecoNaCidade), 'cidade', 'uf'],
    },
    { title: 'Aparência', fields: ['corPrincipal', 'corSecundaria', 'logoEmpresa'] },
    { title: 'E-mail', fields: namesOf(remetente) },
    { title: 'Configuração', fields: namesOf(configuracao) },
    { title: 'Privacidade', fields: [...namesOf(privacidade), 'politicaSeguranca'] },
  ],
});
