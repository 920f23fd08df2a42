import type { World } from '#kit/acting/world.ts';
import { fieldsIn } from '#kit/fields/called.ts';
import { inOrder } from '#kit/fields/choice.ts';
import { type Field, type Fields, says } from '#kit/fields/field.ts';
import { hasAddress } from '#kit/fields/text.ts';
import { isEmpty } from '#kit/form/check-rows.ts';
import type { Issue } from '#kit/refusal/issues.ts';
import { candidatos } from '../candidatos/candidatos.registry.ts';
import { cargosDemais } from '../candidatos/candidatos.rules.ts';
import type { Campo } from './dados.ts';
import { extrasUsados } from './extras.ts';
import { TIPOS_DE_CURRICULO } from './portas-de-documentos.ts';
import { camposDoPortal, secoesDoPortal } from './secoes.ts';

/** The lists of the portal by the registries that they show. */
export const LISTAS: Readonly<Record<string, string>> = {
  'geral/estados': 'estados',
  'geral/cidades': 'cidades',
  'cargo-salario/cargos': 'cargos',
  'cargo-salario/conhecimentos': 'conhecimentos',
  'captacao/areas-interesse': 'areas-interesse',
  'captacao/areas-formacao': 'areas-formacao/cargos',
  'captacao/idiomas': 'idiomas',
  'captacao/como-ficou-sabendo-vaga': 'como-ficou-sabendo-vaga',
};

/** Fields that are shown while the one beside them has a value. */
const QUANDO: Readonly<Record<string, [string, boolean | string]>> = {
  'experiencias.cargo': ['checkNomeCargo', false],
  'experiencias.nomeMercado': ['checkNomeCargo', true],
  'certificados.dataFim': ['emAndamento', false],
  paisNacionalidade: ['nacionalidade', 'E'],
  deficienciasMultiplas: ['deficiencia', 'U'],
  parentesAmigos: ['possuiParentes', true],
  quantidade: ['pagaPensao', true],
  valor: ['pagaPensao', true],
  experiencias: ['primeiroEmprego', false],
};

/** Shown as required whatever the company configures, because the record cannot be without them. */
const SEMPRE = new Set(['nome', 'cargos']);

/** The names that the company's list of required fields has (RUL-100). */
export function obrigatoriosDe(settings: World['settings']): Set<string> {
  const { camposCandidatoObrigatorio: nomes } = settings;
  const doExtra = extrasUsados(settings)
    .filter(({ obrigatorioCandidato }) => obrigatorioCandidato)
    .map(({ campo }) => campo);
  return new Set([...SEMPRE, ...(Array.isArray(nomes) ? (nomes as string[]) : []), ...doExtra]);
}

/** One of the fields that each company names for itself. */
const ehExtra = (nome: string) => /^(texto|textolongo|data|valor|numero)\d$/.test(nome);

/** The declaration's fields with the company's titles; extra fields that it does not use are left out. */
function camposDe(settings: World['settings']): Fields {
  const usados = new Map(extrasUsados(settings).map(({ campo, titulo }) => [campo, titulo]));
  const fields: Fields = fieldsIn(candidatos, settings);
  return Object.fromEntries(
    camposDoPortal.flatMap((nome): [string, Field][] => {
      const one = fields[nome];
      if (!one) return [];
      if (!ehExtra(nome)) return [[nome, one]];
      const titulo = usados.get(nome);
      return titulo === undefined ? [] : [[nome, { ...one, label: titulo }]];
    }),
  );
}

interface Onde {
  caminho: string;
  exigidos: ReadonlySet<string>;
  world: World;
  /** the list in whose rows the field is */
  lista?: Field;
}

/** Whether a field of a row is demanded whenever it is asked, as the declaration of its list says. */
const exigidoNaLinha = (nome: string, { required }: Field, { caminho, lista, world }: Onde): boolean => {
  const quando = QUANDO[caminho];
  return required || Boolean(quando && lista?.requiredWhen?.[nome]?.({ [quando[0]]: quando[1] }, world));
};

function campoDe(nome: string, field: Field, onde: Onde): Campo {
  const { label, kind, options, hint, max, target, fields } = field;
  const { caminho, exigidos } = onde;
  const quando = QUANDO[caminho];
  const lista = target === undefined ? undefined : LISTAS[target];
  return {
    nome,
    rotulo: label,
    tipo: kind,
    // Whoever worked before names one job at least.
    obrigatorio: caminho === nome ? exigidos.has(nome) || nome === 'experiencias' : exigidoNaLinha(nome, field, onde),
    ...(hint ? { ajuda: hint } : {}),
    ...(max === undefined ? {} : { maximo: max }),
    ...(options ? { opcoes: inOrder(options).map(({ value, label }) => [value, label] as [string, string]) } : {}),
    ...(lista ? { lista } : {}),
    ...(kind === 'file' ? { aceita: TIPOS_DE_CURRICULO } : {}),
    ...(fields
      ? {
          campos: Object.entries(fields).map(([um, f]) => campoDe(um, f, { ...onde, caminho: `${caminho}.${um}`, lista: field })),
        }
      : {}),
    ...(quando ? { quando } : {}),
  };
}

/** The steps of the registration, as the portal draws them. */
export function formularioDe(world: World) {
  const { settings } = world;
  const campos = camposDe(settings);
  const exigidos = obrigatoriosDe(settings);
  return secoesDoPortal
    .map(({ id, titulo, ajuda, campos: nomes, grupos }) => ({
      id,
      titulo,
      ...(ajuda ? { ajuda } : {}),
      ...(grupos ? { grupos: Object.entries(grupos).map(([um, dele]) => ({ titulo: um, nomes: dele })) } : {}),
      campos: nomes.flatMap((nome) => (campos[nome] ? [campoDe(nome, campos[nome], { caminho: nome, exigidos, world })] : [])),
    }))
    .filter(({ campos: proprios }) => proprios.length > 0);
}

/** CVs that somebody may have at the portal. */
export const MAIS_CURRICULOS = 10;

/** Rows of one list: whoever has more leaves the oldest out, or has HR write them. */
const MAIS_LINHAS = 100;

/** RUL-100 to RUL-102: what the company demands of whoever registers at the portal, beyond what every record needs. */
export function faltasDoPortal(dados: Readonly<Record<string, unknown>>, settings: World['settings']): Issue[] {
  const campos = camposDe(settings);
  const faltas = [...obrigatoriosDe(settings)].flatMap((nome): Issue[] => {
    const campo = campos[nome];
    if (!campo || !isEmpty(dados[nome])) return [];
    if (nome === 'parentesAmigos' && dados.possuiParentes !== true) return [];
    if (nome === 'possuiParentes' || (nome === 'experiencias' && dados.primeiroEmprego === true)) return [];
    return [{ field: nome, message: ehExtra(nome) ? `${campo.label} é obrigatório` : says(campo.label) }];
  });
  for (const nome of ['nome', 'nomeSocial'])
    if (hasAddress(typeof dados[nome] === 'string' ? dados[nome] : '') && campos[nome])
      faltas.push({ field: nome, message: `${campos[nome].label} não pode ter endereços` });
  for (const [nome, linhas] of Object.entries(dados))
    if (Array.isArray(linhas) && linhas.length > MAIS_LINHAS && campos[nome]?.kind === 'rows')
      faltas.push({ field: nome, message: `São permitidos no máximo ${MAIS_LINHAS} itens` });
  if (Array.isArray(dados.candidatoCurriculos) && dados.candidatoCurriculos.length > MAIS_CURRICULOS)
    faltas.push({ field: 'candidatoCurriculos', message: `São permitidos no máximo ${MAIS_CURRICULOS} currículos` });
  const maximo = Number(settings.maxCandidataCargo ?? 0);
  if (maximo > 0 && Array.isArray(dados.cargos) && dados.cargos.length > maximo)
    faltas.push({ field: 'cargos', message: cargosDemais(maximo) });
  if (campos.experiencias && dados.primeiroEmprego !== true && isEmpty(dados.experiencias))
    faltas.push({ field: 'experiencias', message: 'Inclua uma experiência profissional, ou marque “Primeiro emprego”' });
  return faltas;
}
