import { counted } from '#kit/br/text.ts';
import { eachRule } from '#kit/form/check.ts';
import type { Context } from '#kit/form/form.ts';
import type { Issue } from '#kit/refusal/issues.ts';
import { rowsIn } from '#kit/registry/record.ts';
import {
  type Certificado,
  type Experiencia,
  faltasDaExperiencia,
  faltasDoCertificado,
  faltasDoContato,
  faltasDosIdiomas,
  type Idioma,
  nasLinhas,
} from '#modules/gestao-talentos/public.ts';

export type DadosDoCandidato = {
  dataNascimento: string | null;
  cargos: readonly number[];
  deficiencia: string | null;
  deficienciasMultiplas: readonly string[] | null;
  experiencias: readonly Experiencia[] | null;
  certificados: readonly Certificado[] | null;
  idiomas: readonly Idioma[] | null;
};

/** The rules across fields of a candidate (RUL-103 to RUL-134): those of the lists, and how many positions may be wanted. */
export function faltasDoCandidato(candidato: DadosDoCandidato, { today, settings, before }: Context): Iterable<Issue> {
  const registro: Readonly<Record<string, unknown>> = candidato;
  return eachRule(
    () => faltasDoNascimento(candidato, today),
    () => faltasDosCargos(candidato, settings.maxCandidataCargo),
    () => nasLinhas('experiencias', candidato.experiencias ?? [], (linha) => faltasDaExperiencia(linha, today)),
    () => nasLinhas('certificados', candidato.certificados ?? [], faltasDoCertificado),
    () => faltasDosIdiomas(candidato.idiomas ?? [], rowsIn(before, 'idiomas')),
    () => faltasDaDeficiencia(candidato),
    () => faltasDoContato(registro),
  );
}

function* faltasDoNascimento({ dataNascimento }: DadosDoCandidato, hoje: string): Generator<Issue> {
  if (dataNascimento !== null && dataNascimento >= hoje)
    yield { field: 'dataNascimento', message: 'Data de nascimento deve ser anterior à data atual.' };
}

/** MSG-142 */
export const cargosDemais = (maximo: number) => `Não é permitido selecionar mais do que ${counted(maximo, 'cargo', 'cargos')}`;

/** RUL-108; 0 is no limit. */
function* faltasDosCargos({ cargos }: DadosDoCandidato, maximo: unknown): Generator<Issue> {
  if (typeof maximo === 'number' && maximo > 0 && cargos.length > maximo)
    yield { field: 'cargos', message: cargosDemais(maximo) };
}

function* faltasDaDeficiencia({ deficiencia, deficienciasMultiplas }: DadosDoCandidato): Generator<Issue> {
  if (deficiencia === 'U' && (deficienciasMultiplas?.length ?? 0) < 2)
    yield { field: 'deficienciasMultiplas', message: 'Informe ao menos dois tipos de deficiência' };
}
