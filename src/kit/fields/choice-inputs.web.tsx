import { Checkbox, Group, Radio, Switch } from '@mantine/core';
import { MultiSelect } from '#kit/ui/inputs/multi-select.web.tsx';
import { Select } from '#kit/ui/inputs/select.web.tsx';
import { inOrder } from './choice.ts';
import { type InputProps, pickerFrame, useInput } from './input-state.web.ts';
import classes from './inputs.module.css';

/** Up to four short choices are radio buttons; more are a select. */
function isShort(options: Readonly<Record<string, string>>): boolean {
  const labels = Object.values(options);
  return labels.length <= 4 && labels.join('').length <= 40;
}

export function ChoiceInput(props: InputProps) {
  const input = useInput<string | null>(props);
  const { value, onChange, onBlur, frame, isReadOnly } = input;
  const options = props.field.options ?? {};
  if (!props.bare && isShort(options)) {
    return (
      <Radio.Group
        {...frame}
        value={value ?? ''}
        onChange={(code) => !isReadOnly && onChange(code)}
        onBlur={onBlur}
        readOnly={isReadOnly}
      >
        <Group className={classes.openChoices}>
          {inOrder(options).map(({ value: code, label }) => (
            <Radio key={code} value={code} label={label} disabled={isReadOnly && code !== value} />
          ))}
        </Group>
      </Radio.Group>
    );
  }
  return <Select<string> {...pickerFrame(input)} options={inOrder(options)} value={value || null} onChange={onChange} />;
}

export function ChoicesInput(props: InputProps) {
  const input = useInput<string[] | null>(props);
  const { value, onChange, onBlur, frame, isReadOnly } = input;
  const options = inOrder(props.field.options);
  if (!props.bare && options.length <= 9) {
    return (
      <Checkbox.Group {...frame} value={value ?? []} onChange={onChange} onBlur={onBlur} readOnly={isReadOnly}>
        <Group className={classes.openChoices}>
          {options.map(({ value: code, label }) => (
            <Checkbox key={code} value={code} label={label} disabled={isReadOnly} />
          ))}
        </Group>
      </Checkbox.Group>
    );
  }
  return <MultiSelect<string> {...pickerFrame(input)} options={options} value={value ?? []} onChange={onChange} />;
}

export function BooleanInput(props: InputProps) {
  return props.field.initial === null ? <YesNoInput {...props} /> : <SwitchInput {...props} />;
}

const answers = [
  [true, 'Sim'],
  [false, 'Não'],
  [null, 'Não informado'],
] as const;

function YesNoInput(props: InputProps) {
  const { value, onChange, onBlur, frame, isRequired, isReadOnly } = useInput<boolean | null>(props);
  return (
    <Radio.Group
      {...frame}
      value={value === null && isRequired ? '' : String(value)}
      onChange={(text) => !isReadOnly && onChange(answers.find(([answer]) => String(answer) === text)?.[0] ?? null)}
      onBlur={onBlur}
      readOnly={isReadOnly}
    >
      <Group className={classes.openChoices}>
        {answers
          .filter(([answer]) => answer !== null || !isRequired)
          .map(([answer, label]) => (
            <Radio key={label} value={String(answer)} label={label} disabled={isReadOnly && answer !== value} />
          ))}
      </Group>
    </Radio.Group>
  );
}

function SwitchInput(props: InputProps) {
  const { value, onChange, onBlur, frame, isReadOnly } = useInput<boolean | null>(props);
  const { withAsterisk: _mark, label, 'aria-label': spoken, ...rest } = frame;
  return (
    <Switch
      {...rest}
      className={props.bare ? classes.bareSwitch : classes.switch}
      label={label}
      aria-label={spoken}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
      onBlur={onBlur}
      disabled={isReadOnly}
    />
  );
}
