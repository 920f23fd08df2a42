import { boolean } from '#kit/fields/choice.ts';
import { having, optional } from '#kit/fields/field.ts';
import { image } from '#kit/fields/file.ts';
import { cep, cnpj } from '#kit/fields/identity.ts';
import { integer } from '#kit/fields/number.ts';
import { color, richText, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

/** Companies with their appearance and configuration (document 1 §3, document 3 §3). */
export const empresas = defineRegistry({
  id: 'empresas',
  title: 'Empresas',
  singular: 'Empresa',
  authority: 'ROLE_CAD_EMPRESA',
  scope: 'global',
  fields: {
    nome: text('Nome', 100),
    razaoSocial: optional(text('Razão Social', 150)),
    cnpj: optional(cnpj()),
    ativo: boolean('Ativa', true),
    cep: optional(cep()),
    logradouro: optional(text('Logradouro', 100)),
    numero: optional(text('Número', 10)),
    complemento: optional(text('Complemento', 30)),
    bairro: optional(text('Bairro', 60)),
    cidade: optional(text('Cidade', 60)),
    uf: optional(text('UF', 2)),
    corPrincipal: having(optional(color('Cor Principal')), {
      hint: 'Botões, seleção e destaques. O contraste do texto é ajustado.',
    }),
    corSecundaria: optional(color('Cor Secundária')),
    logoEmpresa: optional(image('Logomarca')),
    acIntegra: boolean('Integrada com o sistema de pessoal'),
    solPessoalExibirSalario: boolean('Exibir salário na solicitação de pessoal'),
    solPessoalExibirColabSubstituido: boolean('Exibir talento substituído na solicitação de pessoal'),
    solPessoalObrigarDadosComplementares: boolean('Obrigar dados complementares na solicitação de pessoal'),
    solPessoalReabrirSolicitacao: boolean('Permitir reabrir solicitação de pessoal'),
    exibirSalario: boolean('Exibir salário', true),
    obrigarAmbienteFuncao: boolean('Obrigar ambiente e função'),
    campoExtraCandidato: boolean('Usar campos extras do candidato'),
    campoExtraColaborador: boolean('Usar campos extras do talento'),
    maxCandidataCargo: having(integer('Máximo de cargos por candidato', { min: 0, max: 999 }), {
      hint: '0 significa sem limite.',
      initial: 0,
    }),
    exigirAceitePsi: boolean('Exigir aceite do termo de privacidade'),
    tempoExclusaoCandidato: having(integer('Tempo para exclusão de candidatos (meses)', { min: 0, max: 600 }), {
      hint: '0 significa nunca.',
      initial: 0,
    }),
    politicaSeguranca: optional(richText('Termo de Privacidade e Política de Segurança')),
  },
  columns: ['nome', 'razaoSocial', 'cnpj', 'cidade', 'uf', 'ativo'],
  search: ['nome', 'razaoSocial', 'cnpj'],
  unique: [['nome'], ['cnpj']],
  sections: [
    {
      title: 'Dados',
      fields: ['nome', 'razaoSocial', 'cnpj', 'ativo', 'cep', 'logradouro', 'numero', 'complemento', 'bairro', 'cidade', 'uf'],
    },
    { title: 'Aparência', fields: ['corPrincipal', 'corSecundaria', 'logoEmpresa'] },
    {
      title: 'Configuração',
      fields: [
        'acIntegra',
        'solPessoalExibirSalario',
        'solPessoalExibirColabSubstituido',
        'solPessoalObrigarDadosComplementares',
        'solPessoalReabrirSolicitacao',
        'exibirSalario',
        'obrigarAmbienteFuncao',
        'campoExtraCandidato',
        'campoExtraColaborador',
        'maxCandidataCargo',
      ],
    },
    { title: 'Privacidade', fields: ['exigirAceitePsi', 'tempoExclusaoCandidato', 'politicaSeguranca'] },
  ],
});
