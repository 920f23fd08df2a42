import { Checkbox, Group, Radio, Stack, Table, Text, Textarea } from '@mantine/core';
import { Fragment } from 'react';
import { formatPercentage } from '#kit/br/number.ts';
import { inputId } from '#kit/fields/input-state.web.ts';
import { NumberBox } from '#kit/fields/number-input.web.tsx';
import { itensDeNivel } from './itens-de-nivel.ts';
import type { NivelDaMatriz } from './matriz.ts';
import classes from './matriz-input.module.css';
import type { LinhaViva } from './matriz-viva.web.ts';
import { gruposDeCompetencia } from './tipo-competencia.ts';

interface Props {
  niveis: readonly NivelDaMatriz[];
  vivas: readonly LinhaViva[];
  /** place of the list in the form */
  path: string;
  isReadOnly: boolean;
  pesoFixo: boolean;
}

const PESO = itensDeNivel().fields?.competenciaPeso;
const grupoDe = ({ linha }: LinhaViva) => (linha.doCargo ? gruposDeCompetencia[linha.competenciaTipo] : 'Fora do cargo');

/** The rows under the headings of their kinds, in their order. */
function emGrupos(vivas: readonly LinhaViva[]): [string, LinhaViva[]][] {
  const grupos = new Map<string, LinhaViva[]>();
  for (const viva of vivas) grupos.set(grupoDe(viva), [...(grupos.get(grupoDe(viva)) ?? []), viva]);
  return [...grupos];
}

export function MatrizTabela(props: Props) {
  const { niveis, vivas } = props;
  return (
    <div className={classes.wrap}>
      <Table className={classes.matrix} withTableBorder>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Competência</Table.Th>
            <Table.Th scope="col" className={classes.weight}>
              Peso
            </Table.Th>
            {niveis.map(({ id, descricao, ordem }) => (
              <Table.Th key={id} scope="col" className={classes.level}>
                {descricao}
                <Text size="xs" c="dimmed" fw={400}>
                  {ordem}
                </Text>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {emGrupos(vivas).map(([grupo, linhas]) => (
            <Fragment key={grupo}>
              <Table.Tr>
                <Table.Th scope="rowgroup" colSpan={niveis.length + 2} className={classes.group}>
                  {grupo}
                </Table.Th>
              </Table.Tr>
              {linhas.map((viva) => (
                <Table.Tr key={viva.linha.dataKey} className={viva.falta ? classes.invalid : undefined}>
                  <Table.Td>
                    <Escolha {...props} viva={viva} />
                    <Comentario {...props} viva={viva} />
                  </Table.Td>
                  <Table.Td className={classes.weight}>
                    <Peso {...props} viva={viva} />
                  </Table.Td>
                  {niveis.map((nivel, index) => (
                    <Table.Td key={nivel.id} className={classes.level}>
                      <Nivel {...props} viva={viva} nivel={nivel} isFirst={index === 0} />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** The matrix on a phone: a card for each competency, its levels one below the other. */
export function MatrizCartoes(props: Props) {
  const { niveis, vivas } = props;
  return (
    <Stack gap="xs">
      {emGrupos(vivas).map(([grupo, linhas]) => (
        <Fragment key={grupo}>
          <Text fw={600} mt={4}>
            {grupo}
          </Text>
          {linhas.map((viva) => (
            <div key={viva.linha.dataKey} className={`${classes.card} ${viva.falta ? classes.invalid : ''}`}>
              <Escolha {...props} viva={viva} />
              {viva.item && (
                <Stack gap={10} mt={10}>
                  <Stack gap={10} role="radiogroup" aria-label={`Nível de ${viva.linha.competencia.nome}`}>
                    {niveis.map((nivel, index) => (
                      <Nivel key={nivel.id} {...props} viva={viva} nivel={nivel} isFirst={index === 0} withLabel />
                    ))}
                  </Stack>
                  <Group gap="xs" wrap="nowrap">
                    <Text size="sm">Peso</Text>
                    <Peso {...props} viva={viva} />
                  </Group>
                  <Comentario {...props} viva={viva} />
                </Stack>
              )}
            </div>
          ))}
        </Fragment>
      ))}
    </Stack>
  );
}

type DaLinha = Props & { viva: LinhaViva };

function Escolha({ viva, isReadOnly }: DaLinha) {
  const { linha, item, falta, change } = viva;
  const listas = [
    ['Comportamentos', linha.comportamentos],
    ['Critérios de avaliação', linha.criteria],
  ] as const;
  return (
    <>
      <Checkbox
        label={linha.competencia.nome}
        checked={item !== undefined}
        disabled={isReadOnly}
        error={falta}
        onChange={(event) => change(event.currentTarget.checked ? {} : null)}
      />
      {linha.performance !== null && (
        <Text size="xs" c="dimmed" mt={2}>
          {`Performance na última avaliação: ${formatPercentage(linha.performance, 1)}`}
        </Text>
      )}
      {!linha.doCargo && <span className={classes.gone}>Não faz mais parte do cargo</span>}
      {(linha.competenciaObservacao || listas.some(([, itens]) => itens.length > 0)) && (
        <details className={classes.details}>
          <summary>
            Detalhes
            <span className="vinculo-hidden">{` de ${linha.competencia.nome}`}</span>
          </summary>
          {linha.competenciaObservacao && <div>{linha.competenciaObservacao}</div>}
          {listas
            .filter(([, itens]) => itens.length > 0)
            .map(([titulo, itens]) => (
              <div key={titulo}>
                {titulo}
                <ul>
                  {itens.map(({ id, descricao }) => (
                    <li key={id}>{descricao}</li>
                  ))}
                </ul>
              </div>
            ))}
        </details>
      )}
    </>
  );
}

function Nivel({
  viva,
  nivel,
  isFirst,
  isReadOnly,
  path,
  withLabel = false,
}: DaLinha & { nivel: NivelDaMatriz; isFirst: boolean; withLabel?: boolean }) {
  const { linha, item, index, falta, change } = viva;
  const isWanted = linha.nivelCompetenciaIndicacaoId === nivel.id;
  return (
    <Radio
      {...(isFirst && item ? { id: inputId(`${path}.${index}.nivelCompetenciaId`) } : {})}
      name={`${path}-${linha.dataKey}`}
      label={withLabel ? nivel.descricao : undefined}
      aria-label={`${linha.competencia.nome}: ${nivel.descricao}${isWanted ? ', nível exigido pela faixa salarial' : ''}`}
      aria-invalid={falta !== undefined}
      checked={item?.nivelCompetenciaId === nivel.id}
      disabled={isReadOnly && item?.nivelCompetenciaId !== nivel.id}
      readOnly={isReadOnly}
      classNames={isWanted ? { radio: classes.wanted ?? '' } : {}}
      onChange={() => !isReadOnly && change({ nivelCompetenciaId: nivel.id })}
    />
  );
}

function Peso({ viva, isReadOnly, pesoFixo, path }: DaLinha) {
  const { linha, item, index, change } = viva;
  if (!PESO) return null;
  if (pesoFixo || isReadOnly) return <Text size="sm">{item?.competenciaPeso ?? linha.competenciaPeso ?? '—'}</Text>;
  return (
    <NumberBox
      field={PESO}
      size="xs"
      maxLength={5}
      value={item?.competenciaPeso ?? null}
      onChange={(competenciaPeso) => change({ competenciaPeso })}
      disabled={!item}
      aria-label={`Peso de ${linha.competencia.nome}`}
      {...(item ? { id: inputId(`${path}.${index}.competenciaPeso`) } : {})}
    />
  );
}

function Comentario({ viva, isReadOnly, path }: DaLinha) {
  const { linha, item, index, change } = viva;
  if (!item || (!linha.solicitarComentario && !item.comentario)) return null;
  return (
    <Textarea
      id={inputId(`${path}.${index}.comentario`)}
      size="xs"
      mt={6}
      autosize
      minRows={1}
      maxRows={6}
      placeholder="Comentário"
      aria-label={`Comentário sobre ${linha.competencia.nome}`}
      value={item.comentario ?? ''}
      readOnly={isReadOnly}
      onChange={(event) => change({ comentario: event.currentTarget.value })}
    />
  );
}
