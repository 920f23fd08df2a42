import { Autocomplete, Group, NumberInput, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { fold } from '#kit/br/text.ts';
import { type Definicao, escalas, type Pergunta, type TipoDePergunta, tiposDePergunta } from '../definition.ts';
import { newQuestion, withIds, withQuestion } from '../edits.ts';
import { isChoice } from '../evaluate.ts';
import { sugestoes } from '../respostas-sugeridas.ts';
import { ConditionFields } from './condition-fields.web.tsx';
import classes from './editor.module.css';
import { OptionsFields } from './options-fields.web.tsx';
import type { Editing } from './use-definition.web.ts';

interface Props extends Pick<Editing, 'definicao' | 'change'> {
  pergunta: Pergunta;
  notaMinima: number;
  faultOf(field: string): string | undefined;
}

/** What a question of another type needs, when it has nothing of it yet. */
function ofType(pergunta: Pergunta, tipo: TipoDePergunta, notaMinima: number): (definicao: Definicao) => Definicao {
  return (definicao) => {
    const { feito, proximoId } = withIds(definicao, (id): Pergunta => {
      const fresh = newQuestion(pergunta.id, tipo, notaMinima);
      const { notaMinima: lowest, notaMaxima: highest } = pergunta;
      return {
        ...pergunta,
        tipo,
        notaMinima: lowest ?? fresh.notaMinima,
        notaMaxima: highest ?? fresh.notaMaxima,
        respostas:
          isChoice({ tipo }) && pergunta.respostas.length === 0
            ? [0, 1].map((peso) => ({ id: id(), texto: '', peso }))
            : pergunta.respostas,
      };
    });
    return withQuestion(feito)({ ...definicao, proximoId });
  };
}

const COMMENT = { nao: 'Não pedir', pede: 'Pedir', exige: 'Exigir' } as const;

/** The form of one question. */
export function QuestionFields({ definicao, pergunta, notaMinima, change, faultOf }: Props) {
  const { id, tipo, comentario, exigirComentario } = pergunta;
  const place = definicao.perguntas.findIndex((one) => one.id === id);
  const set = (values: Partial<Pergunta>, key?: string) =>
    change(withQuestion({ ...pergunta, ...values }), key && `${key} ${id}`);
  const aspecto = definicao.aspectos.find((one) => one.id === pergunta.aspectoId)?.nome ?? '';
  return (
    <Stack gap="md">
      <Textarea
        label="Pergunta"
        autosize
        minRows={1}
        maxRows={6}
        data-texto={id}
        value={pergunta.texto}
        error={faultOf('texto')}
        onChange={(event) => set({ texto: event.currentTarget.value }, 'texto')}
      />
      <div className={classes.fields}>
        <Select
          label="Tipo"
          allowDeselect={false}
          data={Object.entries(tiposDePergunta).map(([value, label]) => ({ value, label }))}
          value={tipo}
          onChange={(next) => next && change(ofType(pergunta, next as TipoDePergunta, notaMinima))}
        />
        <AspectField
          value={aspecto}
          known={definicao.aspectos.map(({ nome }) => nome)}
          error={faultOf('aspecto')}
          onChange={(nome) => change(withAspect(pergunta, nome))}
        />
        {tipo !== '3' && (
          <NumberInput
            label="Peso no resultado"
            decimalSeparator=","
            decimalScale={2}
            min={0}
            value={pergunta.peso}
            error={faultOf('peso')}
            onChange={(peso) => set({ peso: typeof peso === 'number' ? peso : 0 }, 'peso')}
          />
        )}
      </div>
      {isChoice(pergunta) && <OptionsFields {...{ pergunta, faultOf }} onChange={change} />}
      {tipo === '4' && <ScaleFields {...{ pergunta, faultOf }} onChange={set} />}
      <Switch
        label="Resposta obrigatória"
        checked={pergunta.obrigatoria}
        onChange={(event) => set({ obrigatoria: event.currentTarget.checked })}
      />
      {tipo !== '3' && (
        <Group align="flex-start" gap="sm" wrap="wrap">
          <Select
            label="Comentário"
            w={150}
            allowDeselect={false}
            data={Object.entries(COMMENT).map(([value, label]) => ({ value, label }))}
            value={exigirComentario ? 'exige' : comentario === null ? 'nao' : 'pede'}
            onChange={(next) =>
              set({ exigirComentario: next === 'exige', comentario: next === 'nao' ? null : (comentario ?? 'Por quê?') })
            }
          />
          {comentario !== null && (
            <TextInput
              label="Texto do comentário"
              flex="1 1 200px"
              value={comentario}
              error={faultOf('comentario')}
              onChange={(event) => set({ comentario: event.currentTarget.value }, 'comentario')}
            />
          )}
        </Group>
      )}
      <Textarea
        label="Ajuda"
        placeholder="Uma explicação abaixo da pergunta, se for preciso"
        autosize
        minRows={1}
        maxRows={4}
        value={pergunta.ajuda ?? ''}
        error={faultOf('ajuda')}
        onChange={(event) => set({ ajuda: event.currentTarget.value || null }, 'ajuda')}
      />
      <ConditionFields se={pergunta.se} before={definicao.perguntas.slice(0, place)} onChange={(se) => set({ se })} />
    </Stack>
  );
}

/** An aspect by its name; a name that is not there yet makes one. */
const withAspect =
  (pergunta: Pergunta, nome: string) =>
  (definicao: Definicao): Definicao => {
    const known = definicao.aspectos.find((one) => fold(one.nome) === fold(nome));
    if (fold(nome) === '') return withQuestion({ ...pergunta, aspectoId: null })(definicao);
    if (known) return withQuestion({ ...pergunta, aspectoId: known.id })(definicao);
    const { feito, proximoId } = withIds(definicao, (id) => ({ id: id(), nome: nome.trim() }));
    return withQuestion({ ...pergunta, aspectoId: feito.id })({
      ...definicao,
      proximoId,
      aspectos: [...definicao.aspectos, feito],
    });
  };

interface AspectProps {
  value: string;
  known: readonly string[];
  error: string | undefined;
  onChange(nome: string): void;
}

const AspectField = ({ value, known, error, onChange }: AspectProps) => (
  <Autocomplete
    key={value}
    label="Aspecto"
    placeholder="Nenhum"
    maxLength={100}
    defaultValue={value}
    data={[...known]}
    error={error}
    onOptionSubmit={(nome) => nome !== value && onChange(nome)}
    onBlur={(event) => event.currentTarget.value.trim() !== value && onChange(event.currentTarget.value)}
    onKeyDown={(event) => {
      if (event.key === 'Enter') event.currentTarget.blur();
    }}
  />
);

interface ScaleProps extends Pick<Props, 'pergunta' | 'faultOf'> {
  onChange(values: Partial<Pergunta>, key?: string): void;
}

/** From which note to which, how they are drawn, and what stands at their ends. */
function ScaleFields({ pergunta, faultOf, onChange }: ScaleProps) {
  const { notaMinima, notaMaxima, rotuloMinimo, rotuloMaximo } = pergunta;
  const number = (value: string | number) => (typeof value === 'number' ? value : null);
  const drawn = sugestoes.find(({ nota }) => nota && nota.escala !== 'N' && nota.escala === pergunta.escala)?.nota;
  return (
    <div className={classes.fields} role="group" aria-label="Notas">
      <Select
        label="Aparência"
        allowDeselect={false}
        data={Object.entries(escalas).map(([value, label]) => ({ value, label }))}
        value={pergunta.escala}
        onChange={(next) => {
          const set = sugestoes.find(({ nota }) => nota?.escala === next && next !== 'N')?.nota;
          onChange(set ? { escala: set.escala, notaMinima: set.notaMinima, notaMaxima: set.notaMaxima } : { escala: 'N' });
        }}
      />
      <NumberInput
        label="Nota mínima"
        allowDecimal={false}
        min={0}
        max={100}
        disabled={drawn?.escala === 'E'}
        value={notaMinima ?? ''}
        error={faultOf('notaMinima')}
        onChange={(value) => onChange({ notaMinima: number(value) }, 'minima')}
      />
      <NumberInput
        label="Nota máxima"
        allowDecimal={false}
        min={0}
        max={100}
        value={notaMaxima ?? ''}
        error={faultOf('notaMaxima')}
        onChange={(value) => onChange({ notaMaxima: number(value) }, 'maxima')}
      />
      <TextInput
        label={`O que significa ${notaMinima ?? 'a menor'}`}
        value={rotuloMinimo ?? ''}
        error={faultOf('rotuloMinimo')}
        onChange={(event) => onChange({ rotuloMinimo: event.currentTarget.value || null }, 'rotuloMinimo')}
      />
      <TextInput
        label={`O que significa ${notaMaxima ?? 'a maior'}`}
        value={rotuloMaximo ?? ''}
        error={faultOf('rotuloMaximo')}
        onChange={(event) => onChange({ rotuloMaximo: event.currentTarget.value || null }, 'rotuloMaximo')}
      />
    </div>
  );
}
