import { boolean, choice, choices } from '#kit/fields/choice.ts';
import { having, optional } from '#kit/fields/field.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { rotulosDoPortal } from '#modules/captacao/public.ts';
import { rotulosConfiguraveis } from '#modules/gestao-talentos/public.ts';

/** One record for the whole installation (document 3 §3). */
export const parametrosSistema = defineRegistry({
  id: 'parametros-sistema',
  title: 'Parâmetros do Sistema',
  singular: 'Parâmetros do Sistema',
  authority: 'ROLE_CAD_PARAMETRO_SISTEMA',
  scope: 'global',
  bulkEdit: false,
  fields: {
    statusColabore: having(
      choice('Integração com o ponto mobile', {
        Ativo: 'Ativo',
        Inativo: 'Inativo',
        NaoAutenticado: 'Não autenticado',
        EmpresaDesintegrada: 'Empresa desintegrada',
        Homologacao: 'Homologação',
        SemChavePrivada: 'Sem chave privada',
      }),
      { initial: 'Inativo' },
    ),
    compartilharCandidatos: boolean('Compartilhar candidatos entre as empresas'),
    compartilharColaboradores: boolean('Compartilhar talentos entre as empresas'),
    compartilharCursos: boolean('Compartilhar cursos entre as empresas'),
    aderiuAoESocial: boolean('Aderiu ao eSocial', true),
    inverterEixoResultadoNineBox: boolean('Inverter o eixo do resultado do Nine Box'),
    camposColaboradorObrigatorio: optional(choices('Campos obrigatórios do talento', rotulosConfiguraveis, 0)),
    camposCandidatoObrigatorio: optional(choices('Campos obrigatórios do candidato, no portal', rotulosDoPortal, 0)),
    codEmpresaSuporte: optional(text('Código da empresa no suporte', 40)),
    codClienteSuporte: optional(text('Código do cliente no suporte', 40)),
  },
  columns: ['statusColabore', 'compartilharCandidatos', 'compartilharColaboradores', 'compartilharCursos', 'aderiuAoESocial'],
  label: 'statusColabore',
  search: ['codEmpresaSuporte', 'codClienteSuporte'],
  sections: [
    {
      title: 'Geral',
      fields: [
        'compartilharCandidatos',
        'compartilharColaboradores',
        'compartilharCursos',
        'aderiuAoESocial',
        'inverterEixoResultadoNineBox',
        'camposColaboradorObrigatorio',
        'camposCandidatoObrigatorio',
      ],
    },
    { title: 'Integrações e suporte', fields: ['statusColabore', 'codEmpresaSuporte', 'codClienteSuporte'] },
  ],
});
