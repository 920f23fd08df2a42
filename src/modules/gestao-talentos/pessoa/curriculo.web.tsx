import { Group, Radio, Switch } from '@mantine/core';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { formatMonth, parseMonth, today } from '#kit/br/date.ts';
import { namedId } from '#kit/fields/bare.ts';
import { BooleanInput } from '#kit/fields/choice-inputs.web.tsx';
import { MonthBox } from '#kit/fields/date-inputs.web.tsx';
import { type InputProps, useInput } from '#kit/fields/input-state.web.ts';
import { LineInput } from '#kit/fields/text-inputs.web.tsx';
import { dialogRows } from '#kit/form/dialog-rows.web.tsx';
import { toldOf } from '#kit/form/row-dialog.web.tsx';
import { usePersonal } from '#kit/list/use-personal.web.ts';
import { confirm } from '#kit/ui/confirm.web.tsx';
import { camposDaExperiencia, certificados, dependentes, estabilidades, formacoes, idiomas } from './curriculo.ts';
import { faltasDaEstabilidade, faltasDaExperiencia, faltasDoCertificado, faltasDoDependente } from './pessoa.rules.ts';

const CAIXA_ALTA = '_caixaAlta';
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

/** RUL-048: an option turns the typed text into capitals when the field is left. */
function CaixaAltaInput(props: InputProps) {
  const form = useFormContext();
  return (
    <div
      onBlur={() => {
        const typed: unknown = form.getValues(props.path);
        if (form.getValues(CAIXA_ALTA) === true && typeof typed === 'string')
          form.setValue(props.path, typed.toLocaleUpperCase('pt-BR'), { shouldDirty: true });
      }}
    >
      <LineInput {...props} />
    </div>
  );
}

function OpcaoCaixaAlta() {
  const form = useFormContext();
  const [held, keep] = usePersonal('formacao:caixa-alta', isFlag);
  form.setValue(CAIXA_ALTA, held === true);
  return (
    <Switch
      mt="md"
      label="Escrever curso e instituição em maiúsculas"
      checked={held === true}
      onChange={(event) => {
        form.setValue(CAIXA_ALTA, event.currentTarget.checked);
        keep(event.currentTarget.checked);
      }}
    />
  );
}

const ehMes = (texto: string) => /^\d{2}\/\d{4}$/.test(texto);

/** RUL-049: a month, or free text of up to 20 characters. */
function ConclusaoInput(props: InputProps) {
  const { value, onChange, onBlur, frame, isReadOnly } = useInput<string | null>(props);
  const texto = value ?? '';
  const [livre, setLivre] = useState(texto !== '' && !ehMes(texto));
  if (isReadOnly) return <LineInput {...props} />;
  return (
    <div>
      {livre ? (
        <LineInput {...props} />
      ) : (
        <MonthBox
          {...frame}
          value={parseMonth(texto) ?? texto}
          onChange={(month) => onChange(month === null ? '' : /^\d{4}-\d\d$/.test(month) ? formatMonth(month) : month)}
          onBlur={onBlur}
        />
      )}
      <Radio.Group
        aria-label="Como informar a conclusão"
        size="xs"
        mt={6}
        value={livre ? 'texto' : 'mes'}
        onChange={(mode) => {
          setLivre(mode === 'texto');
          if (mode === 'mes' && !ehMes(texto)) onChange('');
        }}
      >
        <Group gap="md">
          <Radio value="mes" label="Mês e ano" />
          <Radio value="texto" label="Texto livre" />
        </Group>
      </Radio.Group>
    </div>
  );
}

export const FormacoesInput = dialogRows(formacoes, {
  singular: 'Formação',
  columns: ['curso', 'local', 'tipo', 'situacao', 'conclusao'],
  told: toldOf('Formação acadêmica'),
  inputs: { curso: CaixaAltaInput, local: CaixaAltaInput, conclusao: ConclusaoInput },
  foot: OpcaoCaixaAlta,
});

export const IdiomasInput = dialogRows(idiomas, {
  singular: 'Idioma',
  columns: ['idioma', 'nivel'],
  told: toldOf('Idioma'),
  locked: ['idioma'],
  rules: function* ({ idioma }, others) {
    if (others.some((other) => namedId(other.idioma) === idioma)) yield { field: 'idioma', message: 'Idioma já adicionado' };
  },
});

export const ExperienciasInput = dialogRows(
  { fields: camposDaExperiencia },
  {
    singular: 'Experiência Profissional',
    columns: ['empresa', 'cargo', 'dataAdmissao', 'dataDesligamento'],
    texts: { cargo: (row) => (row.checkNomeCargo === true && typeof row.nomeMercado === 'string' ? row.nomeMercado : undefined) },
    told: toldOf('Experiência profissional'),
    rules: (row) => faltasDaExperiencia(row, today()),
  },
);

export const CertificadosInput = dialogRows(certificados, {
  singular: 'Certificado',
  columns: ['titulo', 'organizacao', 'tipo', 'dataFim', 'validade'],
  told: toldOf('Certificado'),
  rules: faltasDoCertificado,
});

export const DependentesInput = dialogRows(dependentes, {
  singular: 'Dependente',
  columns: ['nome', 'parentesco', 'dataNascimento', 'irrf', 'salarioFamilia'],
  told: toldOf('Dependente'),
  rules: (row, others) =>
    faltasDoDependente(row, today(), new Set(others.map(({ cpf }) => (typeof cpf === 'string' ? CPF.normalize(cpf) : '')))),
});

export const EstabilidadesInput = dialogRows(estabilidades, {
  singular: 'Período de Estabilidade',
  columns: ['motivo', 'inicio', 'fim'],
  told: toldOf('Período de estabilidade'),
  rules: faltasDaEstabilidade,
});

/** RUL-068: the first job clears the experiences, after a question; 'no' removes the tick. */
export function PrimeiroEmpregoInput(props: InputProps) {
  const form = useFormContext();
  const input = useInput<boolean | null>(props);
  return (
    <div
      onChangeCapture={(event) => {
        const box = event.target;
        const experiencias: unknown = form.getValues('experiencias');
        if (!(box instanceof HTMLInputElement && box.checked) || !Array.isArray(experiencias) || experiencias.length === 0)
          return;
        event.stopPropagation();
        void confirm({
          header: 'Primeiro emprego',
          message: 'Ao marcar primeiro emprego, as experiências profissionais serão removidas. Deseja continuar?',
          ok: 'Continuar',
          danger: true,
        }).then((yes) => {
          if (yes) form.setValue('experiencias', [], { shouldDirty: true });
          input.onChange(yes);
        });
      }}
    >
      <BooleanInput {...props} />
    </div>
  );
}
