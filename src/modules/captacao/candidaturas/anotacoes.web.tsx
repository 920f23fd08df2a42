import { Button, Group, Stack, Text } from '@mantine/core';
import { IconMessagePlus } from '@tabler/icons-react';
import { useState } from 'react';
import { formatInstant } from '#kit/br/date.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import { defineForm } from '#kit/form/form.ts';
import type { PanelProps, RecordRow } from '#kit/registry/view.web.tsx';
import { anotacoes } from './anotacoes.registry.ts';
import { Deeds, Dialogo, Lista, nomeDe, texto, useDaCandidatura } from './pecas.web.tsx';
import classes from './registro.module.css';
import { TextoComCitados } from './texto-com-citados.web.tsx';

const look = { size: 16, 'aria-hidden': true } as const;

const { texto: doTexto, mencionados } = anotacoes.fields;
const daAnotacao = defineForm({ fields: { texto: doTexto, mencionados } });

function Citados({ citados }: { citados: unknown }) {
  const names = fieldText(mencionados, citados);
  if (names === '') return null;
  return (
    <Text size="sm" c="dimmed" mt={4}>
      {`Citados: ${names}`}
    </Text>
  );
}

export function Anotacoes({ record }: PanelProps) {
  const of = useDaCandidatura(anotacoes, record.id, 'id,desc');
  const [aberta, setAberta] = useState<RecordRow | null | undefined>(undefined);
  return (
    <Stack gap="md">
      <Lista of={of} empty="Nenhuma anotação. O candidato nunca lê o que se escreve aqui.">
        {of.rows.map((nota) => (
          <div key={nota.id} className={classes.note}>
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <div>
                <Text fw={500} size="sm">
                  {nomeDe(nota.autor)}
                </Text>
                <Text size="sm" c="dimmed">
                  {formatInstant(texto(nota.quando))}
                </Text>
              </div>
              <Deeds
                row={nota}
                what={`a anotação de ${nomeDe(nota.autor)}`}
                onEdit={() => setAberta(nota)}
                onRemove={() => void of.remove(nota)}
              />
            </Group>
            <Text className={classes.text} mt={4}>
              {texto(nota.texto)}
            </Text>
            <Citados citados={nota.mencionados} />
          </div>
        ))}
      </Lista>
      {of.mayEdit && (
        <Group>
          <Button variant="default" leftSection={<IconMessagePlus {...look} />} onClick={() => setAberta(null)}>
            Anotar
          </Button>
        </Group>
      )}
      {aberta !== undefined && (
        <Dialogo
          form={daAnotacao}
          title={aberta ? 'Editar a anotação' : 'Nova anotação'}
          path={of.path}
          candidatura={record.id}
          registro={aberta}
          inputs={{ texto: TextoComCitados }}
          onClose={(feito) => {
            setAberta(undefined);
            if (feito) void of.reload();
          }}
        />
      )}
    </Stack>
  );
}
