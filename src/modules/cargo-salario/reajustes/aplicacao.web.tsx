import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { formatInstant } from '#kit/br/date.ts';
import { formatNumber } from '#kit/br/number.ts';
import { api } from '#kit/client/client.web.ts';
import type { FormPageProps } from '#kit/registry/view.web.tsx';
import { useTransitions } from '#kit/transition/use-transitions.web.tsx';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { Figuras } from './figuras.web.tsx';
import { deNumeros, Grade } from './grade.web.tsx';
import type { TotalFolha } from './painel.ts';
import type { Planejamento } from './planejamento-lido.web.ts';

interface Props extends FormPageProps {
  planejamento: Planejamento;
  onChange: () => void;
}

const TIPOS = [
  { nome: 'Índices', tipo: 'I', campo: 'indicesAplicadosEm', linhas: 'linhasIndices' },
  { nome: 'Faixas salariais', tipo: 'F', campo: 'faixasAplicadasEm', linhas: 'linhasFaixas' },
  { nome: 'Colaboradores', tipo: 'C', campo: 'colaboradoresAplicadosEm', linhas: 'linhasColaboradores' },
] as const;

/** Applies the waiting kinds of line, one by one or together; cancels an applied plan. */
export function Aplicacao({ planejamento, onChange, ...props }: Props) {
  const { path } = props;
  const queries = useQueryClient();
  const { id, situacao } = planejamento;
  const folha = useQuery({
    queryKey: ['planejamento', id, 'folha'],
    queryFn: ({ signal }) => api.get<TotalFolha>(`${path}/${id}/total-folha`, {}, { quiet: true, signal }),
    gcTime: 0,
  });
  const { actionsOf, ask, dialog } = useTransitions(props, async () => {
    await queries.invalidateQueries({ queryKey: ['planejamento', id] });
    await queries.invalidateQueries({ queryKey: ['registro'] });
    onChange();
  });
  if (!folha.data) return folha.isError ? <Text>Não foi possível calcular a folha.</Text> : <ScreenLoading />;
  const { avisos } = folha.data;
  const podeAplicar = planejamento.acoes?.includes('aplicar') === true;
  return (
    <Stack gap="md">
      <Figuras totais={folha.data} teto={folha.data.teto} retroativo={folha.data.retroativo} />
      <Paper component="section" p="md" aria-label="Aplicação">
        <Grade
          rotulo="Linhas a aplicar"
          primeira="Linhas"
          colunas={[
            ...deNumeros('Quantidade'),
            { chave: 'situacao', titulo: 'Situação', nome: 'Situação', texto: true },
            ...(podeAplicar ? deNumeros('Ação') : []),
          ]}
          linhas={TIPOS.map(({ nome, tipo, campo, linhas }) => {
            const quando = planejamento[campo];
            const naoFeita = situacao === 'C' ? 'Não aplicadas' : 'A aplicar';
            const situacaoDaLinha = avisos[linhas] > 0 ? naoFeita : 'Sem linhas';
            return {
              chave: tipo,
              nome,
              valores: [
                formatNumber(avisos[linhas]),
                quando === null ? (
                  situacaoDaLinha
                ) : (
                  <Pill tone={situacao === 'C' ? 'quiet' : 'good'}>{`Aplicadas em ${formatInstant(quando)}`}</Pill>
                ),
                podeAplicar && quando === null && avisos[linhas] > 0 ? (
                  <Button size="xs" variant="default" onClick={() => ask('aplicar', planejamento, { tipos: [tipo] })}>
                    {`Aplicar ${nome.toLowerCase()}`}
                  </Button>
                ) : null,
              ],
            };
          })}
        />
        {planejamento.aguardaPessoal && (
          <Text size="sm" mt="md">
            Os novos valores já valem; os históricos aguardam a confirmação do sistema de pessoal, e até ela o reajuste pode ser
            cancelado.
          </Text>
        )}
        <Group justify="flex-end" mt="md">
          {actionsOf(planejamento).map(({ label, icon, danger, onClick }) => (
            <Button
              key={label}
              variant="default"
              leftSection={icon}
              {...(danger ? { c: 'var(--mantine-color-error)' } : {})}
              onClick={() => void onClick?.()}
            >
              {label}
            </Button>
          ))}
        </Group>
      </Paper>
      {dialog}
    </Stack>
  );
}
