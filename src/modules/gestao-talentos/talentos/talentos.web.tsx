import { Alert } from '@mantine/core';
import { type ComponentType, useMemo } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { useCheckContext } from '#kit/acting/authority.web.tsx';
import { offering } from '#kit/fields/field.ts';
import type { InputProps } from '#kit/fields/input-state.web.ts';
import { FieldInput } from '#kit/fields/inputs.web.tsx';
import type { RegistryView } from '#kit/registry/view.web.tsx';
import { CarreiraPainel } from '../carreira/carreira.web.tsx';
import { DocumentosPainel } from '../documentos-anexos/documentos-anexos.web.tsx';
import { LinhaDoTempoPainel } from '../linha-do-tempo/linha-do-tempo.web.tsx';
import { racasOferecidas } from '../pessoa/codigos.ts';
import {
  CertificadosInput,
  DependentesInput,
  EstabilidadesInput,
  ExperienciasInput,
  FormacoesInput,
  IdiomasInput,
  PrimeiroEmpregoInput,
} from '../pessoa/curriculo.web.tsx';
import { camposDoPessoal } from './talentos.rules.ts';
import { transferirVarios } from './transferir-varios.web.tsx';
import { CpfInput, inicioDoTalento, useAdmissao } from './vinculos.web.tsx';

/** RUL-051: race 9 is in the list only where it is the present value. */
function RacaInput(props: InputProps) {
  const { control } = useFormContext();
  const { defaultValues } = useFormState({ control });
  const field = useMemo(() => offering(props.field, racasOferecidas(defaultValues?.etniaRaca)), [props.field, defaultValues]);
  return <FieldInput {...props} field={field} />;
}

/** Fields of an integrated personnel system are read-only once it has the employee. */
function useDoPessoal({ readOnly }: InputProps) {
  const { settings } = useCheckContext();
  const { control } = useFormContext();
  const { defaultValues } = useFormState({ control });
  const isTheirs = settings.acIntegra === true && Boolean(defaultValues?.codigoAC);
  return { readOnly: readOnly === true || isTheirs };
}

const DoPessoalInput = (props: InputProps) => <FieldInput {...props} {...useDoPessoal(props)} />;

const CpfDoTalentoInput = (props: InputProps) => <CpfInput {...props} {...useDoPessoal(props)} />;

function DataAdmissaoInput(props: InputProps) {
  const aviso = useAdmissao(props);
  return (
    <>
      <DoPessoalInput {...props} />
      {aviso && (
        <Alert mt="xs" color="yellow" role="status">
          {aviso}
        </Alert>
      )}
    </>
  );
}

const same = (names: readonly string[], input: ComponentType<InputProps>) =>
  Object.fromEntries(names.map((name) => [name, input]));

export const talentosView: RegistryView = {
  begin: inicioDoTalento,
  inputs: {
    ...same(camposDoPessoal, DoPessoalInput),
    cpf: CpfDoTalentoInput,
    dataAdmissao: DataAdmissaoInput,
    etniaRaca: RacaInput,
    formacoes: FormacoesInput,
    idiomas: IdiomasInput,
    experiencias: ExperienciasInput,
    certificados: CertificadosInput,
    dependentes: DependentesInput,
    estabilidades: EstabilidadesInput,
    primeiroEmprego: PrimeiroEmpregoInput,
  },
  bulkActions: [transferirVarios],
  panels: [
    { title: 'Carreira', content: CarreiraPainel, isFirst: true },
    { title: 'Anexos', content: DocumentosPainel },
    { title: 'Linha do tempo', content: LinhaDoTempoPainel },
  ],
};
