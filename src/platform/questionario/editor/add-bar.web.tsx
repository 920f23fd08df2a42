import { Button, Group, Menu, Modal, Select, Text, Textarea } from '@mantine/core';
import { IconClipboardText, IconLayoutList, IconListCheck, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { counted } from '#kit/br/text.ts';
import { MAIS_PERGUNTAS, type Pergunta, type TipoDePergunta, tiposDePergunta } from '../definition.ts';
import { newQuestion, pastedLines, withQuestions } from '../edits.ts';
import { isChoice } from '../evaluate.ts';
import { type Sugestao, sugestoes } from '../respostas-sugeridas.ts';
import { withSection } from './section-row.web.tsx';
import type { Editing } from './use-definition.web.ts';

interface Props extends Pick<Editing, 'definicao' | 'change' | 'present'> {
  /** where new questions stand: behind the open one */
  place: number;
  onAdded(id: number): void;
}

const EMPTY = [0, 1].map((peso) => ({ id: 0, texto: '', peso }));

const fresh = (tipo: TipoDePergunta, notaMinima: number): Pergunta => ({
  ...newQuestion(0, tipo, notaMinima),
  respostas: isChoice({ tipo }) ? EMPTY : [],
});
const withSet = ({ tipo, respostas, nota }: Sugestao): Pergunta => ({
  ...newQuestion(0, tipo),
  ...nota,
  respostas: respostas.map((opcao) => ({ ...opcao, id: 0 })),
});

/** What is added: a question by its type or with its answers, many at once, or a section. */
export function AddBar({ definicao, change, present, place, onAdded }: Props) {
  const [isPasting, setPasting] = useState(false);
  const { notaMinima } = present;
  const isFull = definicao.perguntas.length >= MAIS_PERGUNTAS;
  const add = (novas: readonly Pergunta[], at = place) => {
    const added = withQuestions(novas, at);
    change(added);
    // The last one is opened, so that what is added next stands behind it.
    const last = added(definicao).perguntas[at + novas.length - 1];
    if (last) onAdded(last.id);
  };
  return (
    <Group gap="xs">
      <Menu position="bottom-start">
        <Menu.Target>
          <Button leftSection={<IconPlus size={18} aria-hidden />} disabled={isFull}>
            Pergunta
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {Object.entries(tiposDePergunta).map(([tipo, label]) => (
            <Menu.Item key={tipo} onClick={() => add([fresh(tipo as TipoDePergunta, notaMinima)])}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button variant="default" leftSection={<IconListCheck size={18} aria-hidden />} disabled={isFull}>
            Com respostas prontas
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
          {sugestoes.map((one) => (
            <Menu.Item key={one.nome} onClick={() => add([withSet(one)])}>
              {one.nome}
              {one.respostas.length > 0 && (
                <Text size="xs" c="dimmed">
                  {one.respostas.map(({ texto }) => texto).join(' · ')}
                </Text>
              )}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Button
        variant="default"
        leftSection={<IconClipboardText size={18} aria-hidden />}
        disabled={isFull}
        onClick={() => setPasting(true)}
      >
        Colar várias
      </Button>
      <Button
        variant="default"
        leftSection={<IconLayoutList size={18} aria-hidden />}
        disabled={isFull}
        onClick={() => {
          change(withSection(`Seção ${definicao.secoes.length + 1}`, notaMinima));
          onAdded(definicao.proximoId + 1);
        }}
      >
        Seção
      </Button>
      {isPasting && (
        <Paste
          room={MAIS_PERGUNTAS - definicao.perguntas.length}
          notaMinima={notaMinima}
          onPaste={(novas) => add(novas, definicao.perguntas.length)}
          onClose={() => setPasting(false)}
        />
      )}
    </Group>
  );
}

interface PasteProps {
  room: number;
  notaMinima: number;
  onPaste(novas: readonly Pergunta[]): void;
  onClose(): void;
}

/** Many questions at once, one a line, all answered in the same way. */
function Paste({ room, notaMinima, onPaste, onClose }: PasteProps) {
  const [text, setText] = useState('');
  const [kind, setKind] = useState('Concordância');
  const lines = pastedLines(text);
  const pattern = sugestoes.find(({ nome }) => nome === kind);
  const isTooMany = lines.length > room;
  return (
    <Modal opened onClose={onClose} title="Colar várias perguntas" size="lg">
      <Textarea
        label="Perguntas"
        description="Uma por linha; números e marcadores do começo são retirados."
        autosize
        minRows={8}
        maxRows={16}
        data-autofocus
        value={text}
        error={isTooMany && `Cabem mais ${room}: o limite é de ${MAIS_PERGUNTAS} perguntas.`}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Select
        label="Como se responde"
        mt="md"
        allowDeselect={false}
        data={[
          { group: 'Respostas prontas', items: sugestoes.map(({ nome }) => nome) },
          { group: 'Outras', items: [tiposDePergunta['3']] },
        ]}
        value={kind}
        onChange={(next) => next && setKind(next)}
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
        <Button
          disabled={lines.length === 0 || isTooMany}
          onClick={() => {
            onPaste(
              lines.map((texto) => ({ ...(pattern ? withSet(pattern) : fresh('3', notaMinima)), texto: texto.slice(0, 500) })),
            );
            onClose();
          }}
        >
          {lines.length === 0 ? 'Incluir' : `Incluir ${counted(lines.length, 'pergunta', 'perguntas')}`}
        </Button>
      </Group>
    </Modal>
  );
}
