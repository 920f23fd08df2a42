import { Button, Group, Text } from '@mantine/core';
import { IconEdit } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { Link } from 'react-router';
import type { PanelProps } from '#kit/registry/view.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { conditionInWords } from '../condition-words.ts';
import { type Definicao, type Pergunta, tiposDePergunta } from '../definition.ts';
import { dizVersao } from '../para-editar.ts';
import classes from './editor.module.css';
import { definitionQuery } from './editor.web.tsx';

/** The section 'Perguntas' of a record's page; `editor` is the address of the editor's screen, `actions` what else is offered. */
export const questionsPanel = (
  path: string,
  editor: (id: number) => string,
  Actions?: ComponentType<{ id: number; definicao: Definicao }>,
) =>
  function QuestionsPanel({ record: { id } }: PanelProps) {
    const { data, isPending, isError, refetch } = useQuery(definitionQuery(path, id));
    if (isPending) return <Waiting height={160} />;
    if (isError) return <Fault message="Não foi possível carregar as perguntas." onRetry={() => void refetch()} />;
    const { definicao, podeEditar } = data;
    const edit = podeEditar && (
      <Button component={Link} to={editor(id)} variant="default" leftSection={<IconEdit size={18} stroke={1.8} aria-hidden />}>
        Editar perguntas
      </Button>
    );
    if (definicao.perguntas.length === 0)
      return (
        <Empty
          message="Ainda não há perguntas."
          why={podeEditar ? 'Sem perguntas, ninguém pode responder.' : undefined}
          action={edit}
        />
      );
    return (
      <>
        <Group justify="space-between" mb="md" gap="sm">
          <Text size="sm" c="dimmed" flex="1 1 240px">
            {dizVersao(data)}
          </Text>
          <Group gap="xs" className="vinculo-no-print">
            {Actions && <Actions id={id} definicao={definicao} />}
            {edit}
          </Group>
        </Group>
        <Questions definicao={definicao} />
      </>
    );
  };

function Questions({ definicao }: { definicao: Definicao }) {
  const { perguntas, secoes } = definicao;
  return (
    <ol className={classes.reading}>
      {perguntas.map((pergunta, place) => {
        const secao = secoes.find(({ id }) => id === pergunta.secaoId);
        return (
          <li key={pergunta.id}>
            {secao && perguntas[place - 1]?.secaoId !== secao.id && <div className={classes.readSection}>{secao.titulo}</div>}
            <div className={classes.text}>
              <span className={classes.number}>{place + 1}.</span> {pergunta.texto}
            </div>
            <div className={classes.about}>{about(definicao, pergunta)}</div>
          </li>
        );
      })}
    </ol>
  );
}

const about = (definicao: Definicao, { tipo, respostas, notaMinima, notaMaxima, aspectoId, se, obrigatoria }: Pergunta) =>
  [
    tipo === '4' ? `${tiposDePergunta[tipo]} de ${notaMinima} a ${notaMaxima}` : tiposDePergunta[tipo],
    respostas.map(({ texto }) => texto).join(' / '),
    definicao.aspectos.find(({ id }) => id === aspectoId)?.nome,
    !obrigatoria && 'facultativa',
    conditionInWords(definicao, se),
  ]
    .filter(Boolean)
    .join(' · ');
