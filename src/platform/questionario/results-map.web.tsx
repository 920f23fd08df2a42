import { ScrollArea, Table, Text } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { Section } from '#kit/ui/section.web.tsx';
import classes from './results.module.css';
import { type Comparacao, NAO_MOSTRADO, type Resultados } from './results.ts';
import { Change } from './results-figures.web.tsx';

/** Groups beside aspects: the higher, the greener. */
export function ResultsMap({ data, antes }: { data: Resultados; antes: Comparacao | undefined }) {
  const { grupos, aspectos, dimensoes, por, rodada } = data;
  const isOpen = rodada.modo === 'I';
  const label = dimensoes.find(({ campo }) => campo === por)?.rotulo ?? 'Grupo';
  const isWithheld = !isOpen && grupos.some(({ resultado }) => resultado === null);
  return (
    <Section title={`Por ${label.toLowerCase()}`} note="favorabilidade em cada aspecto">
      <ScrollArea type="auto" offsetScrollbars="x" viewportProps={{ tabIndex: 0, 'aria-label': `Por ${label.toLowerCase()}` }}>
        <Table className={classes.map} withRowBorders={false}>
          <caption className="vinculo-hidden">{`Favorabilidade por ${label.toLowerCase()} e aspecto`}</caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{label}</Table.Th>
              <Table.Th scope="col" ta="right">
                Respostas
              </Table.Th>
              <Table.Th scope="col" ta="center">
                Geral
              </Table.Th>
              {aspectos.map(({ id, nome }) => (
                <Table.Th key={id} scope="col" ta="center">
                  {nome}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {grupos.map(({ id, nome, nivel, resultado }) => {
              const before = antes?.grupos.find((one) => one.id === id)?.resultado;
              return (
                <Table.Tr key={id}>
                  <Table.Th
                    scope="row"
                    fw={nivel === 0 ? 600 : 400}
                    style={{ paddingInlineStart: `calc(12px + ${nivel} * var(--step))` }}
                  >
                    {nome}
                  </Table.Th>
                  {resultado === null ? (
                    <Table.Td colSpan={2 + aspectos.length} className={classes.withheld}>
                      <span>
                        {isOpen ? (
                          'ninguém respondeu'
                        ) : (
                          <>
                            <IconEyeOff size={14} aria-hidden="true" /> não aparece
                          </>
                        )}
                      </span>
                    </Table.Td>
                  ) : (
                    <>
                      <Table.Td ta="right">{resultado.pessoas.toLocaleString('pt-BR')}</Table.Td>
                      <Cell value={resultado.geral.favoravel ?? resultado.geral.resultado} before={before?.geral.favoravel} />
                      {aspectos.map((aspecto) => {
                        const told = resultado.aspectos.find((one) => one.id === aspecto.id);
                        return (
                          <Cell
                            key={aspecto.id}
                            value={told?.favoravel ?? told?.resultado ?? null}
                            before={before?.aspectos.find((one) => one.id === aspecto.id)?.favoravel}
                          />
                        );
                      })}
                    </>
                  )}
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </ScrollArea>
      {isWithheld && (
        <Text size="sm" c="dimmed" mt="sm">
          {NAO_MOSTRADO}
        </Text>
      )}
    </Section>
  );
}

const levelOf = (value: number) => (value >= 80 ? 4 : value >= 65 ? 3 : value > 50 ? 2 : value > 35 ? 1 : 0);

const Cell = ({ value, before }: { value: number | null; before: number | null | undefined }) => (
  <Table.Td ta="center" {...(value === null ? {} : { 'data-level': levelOf(value) })}>
    {value === null ? '–' : `${value}%`} <Change now={value} before={before} />
  </Table.Td>
);
