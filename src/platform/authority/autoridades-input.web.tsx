import { Button, CloseButton, Input, Switch, Text, TextInput } from '@mantine/core';
import { IconCheck, IconChevronDown, IconChevronRight, IconSearch, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useMemo, useState } from 'react';
import { fold } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { type InputProps, useInput } from '#kit/fields/input-state.web.ts';
import { useGridKeys } from '#kit/ui/grid-keys.web.ts';
import classes from './matriz.module.css';
import {
  ATOS,
  ATOS_EM_ORDEM,
  type Ato,
  type Autoridade,
  daLinha,
  type Grupo,
  type Linha,
  marcadas,
  matrizDe,
  semEfeito,
} from './matriz.ts';
import { QuemPode } from './quem-pode.web.tsx';
import { SemEfeitoAviso } from './sem-efeito.web.tsx';

export const autoridadesQuery = {
  queryKey: ['autoridades'],
  queryFn: () => api.get<Autoridade[]>('/api/autoridades'),
};

const PARTES = { cadastro: '', relatorio: 'Relatórios', tela: 'Telas', outra: 'Outras autorizações' } as const;

/** The authorities of a profile as a matrix: resources by module, and what may be done with each. */
export function AutoridadesInput(props: InputProps) {
  const { value, onChange, onBlur, error, isRequired, isReadOnly } = useInput<string[] | null>(props);
  const { data = [] } = useQuery(autoridadesQuery);
  const chosen = useMemo(() => new Set(value ?? []), [value]);
  const [search, setSearch] = useState('');
  const [onlyMarked, setOnlyMarked] = useState(isReadOnly);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<Linha | null>(null);
  const grid = useGridKeys();

  // An authority that the actor cannot grant is shown only if somebody else has granted it.
  const all = useMemo(
    () => matrizDe(data.filter(({ concedivel, autoridade }) => concedivel || chosen.has(autoridade))),
    [data, chosen],
  );
  const words = fold(search).split(' ').filter(Boolean);
  const isShown = (grupo: Grupo) => (linha: Linha) =>
    words.every((word) => fold(`${grupo.titulo} ${linha.titulo}`).includes(word)) &&
    (!onlyMarked || daLinha(linha).some(({ autoridade }) => chosen.has(autoridade)));
  const groups = all
    .map((grupo) => ({ ...grupo, linhas: grupo.linhas.filter(isShown(grupo)) }))
    .filter(({ linhas }) => linhas.length > 0);
  const lines = groups.flatMap(({ linhas }) => linhas);
  const opensAll = words.length > 0 || onlyMarked;
  const isOpen = ({ titulo }: Grupo) => opensAll || opened.has(titulo);
  const total = all.flatMap(({ linhas }) => linhas).flatMap(daLinha).length;
  const isAllOpen = groups.every((grupo) => opened.has(grupo.titulo));

  const mark = (of: readonly Linha[], cells: readonly Autoridade[], marks: boolean) =>
    onChange([...marcadas(of, chosen, new Set(cells.map(({ autoridade }) => autoridade)), marks)]);
  const toggleGroup = (titulo: string) => {
    const next = new Set(opened);
    if (!next.delete(titulo)) next.add(titulo);
    setOpened(next);
  };
  const column = (of: readonly Linha[], ato: Ato) => of.flatMap(({ celulas }) => celulas[ato] ?? []);

  /** One tick for many cells. */
  const many = (of: readonly Linha[], ato: Ato, label: string) => {
    const cells = column(of, ato);
    const marked = cells.filter(({ autoridade }) => chosen.has(autoridade)).length;
    if (cells.length === 0) return null;
    if (isReadOnly) return marked > 0 ? <span aria-label={`${marked} de ${cells.length}: ${label}`}>{marked}</span> : null;
    return (
      <Tick
        label={label}
        checked={marked === cells.length}
        some={marked > 0 && marked < cells.length}
        disabled={!cells.some(({ concedivel }) => concedivel)}
        onChange={(marks) => mark(of, cells, marks)}
      />
    );
  };

  return (
    <Input.Wrapper label={props.field.label} withAsterisk={isRequired} error={error} labelElement="div">
      <SemEfeitoAviso
        sem={semEfeito(data, chosen)}
        chosen={chosen}
        {...(isReadOnly ? {} : { onComplete: (all) => onChange([...all]) })}
      />
      <div className={classes.box} data-error={error ? true : undefined}>
        <div className={classes.head}>
          <TextInput
            className={classes.search ?? ''}
            size="sm"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            placeholder="Pesquisar tela ou autorização"
            aria-label="Pesquisar autorizações"
            leftSection={<IconSearch size={16} aria-hidden="true" />}
            rightSection={search === '' ? null : <CloseButton size="sm" aria-label="Limpar" onClick={() => setSearch('')} />}
          />
          <Switch
            size="sm"
            label="Só o que está marcado"
            checked={onlyMarked}
            onChange={(event) => setOnlyMarked(event.currentTarget.checked)}
          />
          {!opensAll && (
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => setOpened(isAllOpen ? new Set() : new Set(groups.map(({ titulo }) => titulo)))}
            >
              {isAllOpen ? 'Fechar todos' : 'Abrir todos'}
            </Button>
          )}
          <Text size="sm" c="dimmed" className={classes.count ?? ''} role="status">
            {`${chosen.size} de ${total} marcadas`}
          </Text>
        </div>
        {groups.length === 0 ? (
          <Text size="sm" c="dimmed" p="md">
            {words.length > 0 ? 'Nada tem este nome.' : 'Nada está marcado ainda.'}
          </Text>
        ) : (
          <table
            {...grid}
            className={classes.table}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- arrows walk through its cells
            role="grid"
            aria-label="Autorizações"
            onBlur={onBlur}
          >
            <thead>
              <tr>
                <th scope="col">Tela</th>
                {ATOS_EM_ORDEM.map((ato) => (
                  <th key={ato} scope="col" className={classes.cell}>
                    <div>{ATOS[ato]}</div>
                    {!isReadOnly && many(lines, ato, `${ATOS[ato]}: tudo o que aparece`)}
                  </th>
                ))}
                <th scope="col" className={classes.who}>
                  <span className="vinculo-hidden">Quem pode</span>
                </th>
              </tr>
            </thead>
            {groups.map((grupo) => {
              const cells = grupo.linhas.flatMap(daLinha);
              const marked = cells.filter(({ autoridade }) => chosen.has(autoridade)).length;
              return (
                <tbody key={grupo.titulo}>
                  <tr className={classes.group}>
                    <th scope="rowgroup">
                      <button
                        type="button"
                        className={classes.fold}
                        aria-expanded={isOpen(grupo)}
                        disabled={opensAll}
                        onClick={() => toggleGroup(grupo.titulo)}
                      >
                        {isOpen(grupo) ? (
                          <IconChevronDown size={16} aria-hidden="true" />
                        ) : (
                          <IconChevronRight size={16} aria-hidden="true" />
                        )}
                        <span>
                          {grupo.titulo} <span className={classes.some}>{`${marked} de ${cells.length}`}</span>
                        </span>
                      </button>
                    </th>
                    {ATOS_EM_ORDEM.map((ato) => (
                      <td key={ato} className={classes.cell}>
                        {many(grupo.linhas, ato, `${ATOS[ato]}: tudo de ${grupo.titulo}`)}
                      </td>
                    ))}
                    {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- an empty cell is no control */}
                    <td className={classes.who} />
                  </tr>
                  {isOpen(grupo) &&
                    grupo.linhas.map((linha, place) => (
                      <Fragment key={linha.chave}>
                        {linha.parte !== 'cadastro' && linha.parte !== grupo.linhas[place - 1]?.parte && (
                          <tr className={classes.part}>
                            <th scope="colgroup" colSpan={5}>
                              {PARTES[linha.parte]}
                            </th>
                          </tr>
                        )}
                        <tr className={classes.row}>
                          <th scope="row">{linha.titulo}</th>
                          {ATOS_EM_ORDEM.map((ato) => {
                            const one = linha.celulas[ato];
                            const isMarked = one !== undefined && chosen.has(one.autoridade);
                            return (
                              <td key={ato} className={classes.cell}>
                                {one &&
                                  (isReadOnly ? (
                                    isMarked && (
                                      <IconCheck size={18} className={classes.yes} aria-label={one.descricao} role="img" />
                                    )
                                  ) : (
                                    <Tick
                                      label={one.descricao}
                                      checked={isMarked}
                                      disabled={!one.concedivel}
                                      onChange={(marks) => mark([linha], [one], marks)}
                                    />
                                  ))}
                              </td>
                            );
                          })}
                          <td className={classes.who}>
                            <button
                              type="button"
                              className={classes.ask}
                              aria-label={`Quem pode: ${linha.titulo}`}
                              title="Quem pode"
                              onClick={() => setAsked(linha)}
                            >
                              <IconUsers size={16} stroke={1.6} aria-hidden="true" />
                            </button>
                          </td>
                        </tr>
                      </Fragment>
                    ))}
                </tbody>
              );
            })}
          </table>
        )}
        {!isReadOnly && (
          <Text size="sm" c="dimmed" className={classes.note ?? ''}>
            Editar e Excluir trazem Ver. O que você não tem não pode conceder nem retirar.
          </Text>
        )}
      </div>
      {asked && <QuemPode linha={asked} onClose={() => setAsked(null)} />}
    </Input.Wrapper>
  );
}

interface TickProps {
  label: string;
  checked: boolean;
  some?: boolean;
  disabled?: boolean;
  onChange: (marks: boolean) => void;
}

function Tick({ label, checked, some = false, disabled = false, onChange }: TickProps) {
  return (
    <label className={classes.tick} title={disabled ? 'Você não tem esta autorização' : undefined}>
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        disabled={disabled}
        ref={(input) => {
          if (input) input.indeterminate = some;
        }}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}
