import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconCalendarPlus, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDate } from '#kit/br/date.ts';
import { defineForm } from '#kit/form/form.ts';
import type { PanelProps, RecordRow } from '#kit/registry/view.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { NAO_CHAMA, situacoesDaEntrevista } from './codigos.ts';
import { entrevistas } from './entrevistas.registry.ts';
import { Deeds, Dialogo, Lista, texto, useDaCandidatura } from './pecas.web.tsx';
import classes from './registro.module.css';

const look = { size: 16, 'aria-hidden': true } as const;

const { candidatura: _candidatura, resumo: _resumo, lembrada: _lembrada, ...camposDaEntrevista } = entrevistas.fields;
const { situacao: _situacao, ...daNovaEntrevista } = camposDaEntrevista;
const novaEntrevista = defineForm({ fields: daNovaEntrevista, rules: entrevistas.rules as never });
const umaEntrevista = defineForm({ fields: camposDaEntrevista, rules: entrevistas.rules as never });

const TONS_DA_ENTREVISTA = { M: 'waiting', R: 'good', F: 'quiet', C: 'quiet' } as const;

export function Entrevistas({ record }: PanelProps) {
  const of = useDaCandidatura(entrevistas, record.id, 'data,desc');
  const [aberta, setAberta] = useState<RecordRow | null | undefined>(undefined);
  return (
    <Stack gap="md">
      <Lista of={of} empty="Nenhuma entrevista marcada.">
        {of.rows.map((entrevista) => {
          const situacao = entrevista.situacao as keyof typeof situacoesDaEntrevista;
          const quando = `${formatDate(texto(entrevista.data))} às ${texto(entrevista.hora).slice(0, 5)}`;
          const quem = (entrevista.entrevistadores as { nome: string }[] | null) ?? [];
          return (
            <div key={entrevista.id} className={classes.note}>
              <Group justify="space-between" wrap="nowrap" align="flex-start">
                <div>
                  <Group gap="xs">
                    <Text fw={500}>{quando}</Text>
                    <Pill tone={TONS_DA_ENTREVISTA[situacao]}>{situacoesDaEntrevista[situacao]}</Pill>
                  </Group>
                  <Text size="sm" c="dimmed" className={classes.text}>
                    {[texto(entrevista.local), quem.map(({ nome }) => nome).join(', ')].filter(Boolean).join(' · ')}
                  </Text>
                  <Anchor size="sm" href={`/api/captacao/entrevistas/${entrevista.id}/ics`} download>
                    <Group gap={4} component="span">
                      <IconDownload size={14} aria-hidden />
                      Arquivo de calendário
                    </Group>
                  </Anchor>
                </div>
                <Deeds
                  row={entrevista}
                  what={`a entrevista de ${quando}`}
                  onEdit={() => setAberta(entrevista)}
                  onRemove={() => void of.remove(entrevista)}
                />
              </Group>
            </div>
          );
        })}
      </Lista>
      {of.mayEdit &&
        record.situacao === 'A' &&
        (record.vagaAberta === true ? (
          <Group>
            <Button variant="default" leftSection={<IconCalendarPlus {...look} />} onClick={() => setAberta(null)}>
              Marcar entrevista
            </Button>
          </Group>
        ) : (
          <Text size="sm" c="dimmed">
            {NAO_CHAMA}
          </Text>
        ))}
      {aberta !== undefined && (
        <Dialogo
          form={aberta ? umaEntrevista : novaEntrevista}
          title={aberta ? 'Editar a entrevista' : 'Marcar entrevista'}
          path={of.path}
          candidatura={record.id}
          registro={aberta}
          extra={aberta ? {} : { situacao: 'M' }}
          onClose={(feito) => {
            setAberta(undefined);
            if (feito) void of.reload();
          }}
        />
      )}
    </Stack>
  );
}
