import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconFileSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { toast } from '#kit/client/toast.web.ts';
import { useFormFields } from '#kit/fields/form-fields.web.ts';
import { formValues } from '#kit/fields/form-values.web.ts';
import type { InputProps } from '#kit/fields/input-state.web.ts';
import { RowsInput } from '#kit/fields/rows-input.web.tsx';
import { Dialog } from '#kit/ui/dialog.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { aceitas, hoje, novidades, type Sugestao } from './sugestao.ts';
import { useLeitura } from './use-leitura.web.ts';

interface Curriculo {
  id: number;
  nome: string;
}

const TITULO = 'Preencher a partir do currículo';

/** The CVs of a record, and what they suggest for the form around them. */
export function CurriculosInput(props: InputProps) {
  const linhas = useWatch({ control: props.control, name: props.path }) as { curriculo?: Curriculo | null }[] | null;
  const [aberto, setAberto] = useState<Curriculo>();
  const curriculos = (linhas ?? []).flatMap(({ curriculo }) => (curriculo ? [curriculo] : []));
  return (
    <div>
      <RowsInput {...props} />
      {!props.readOnly && curriculos.length > 0 && (
        <Group mt="sm" gap="xs">
          {curriculos.map((um) => (
            <Button
              key={um.id}
              variant="default"
              leftSection={<IconFileSearch size={18} stroke={1.8} aria-hidden />}
              onClick={() => setAberto(um)}
            >
              {curriculos.length === 1 ? TITULO : `Preencher a partir de ${um.nome}`}
            </Button>
          ))}
        </Group>
      )}
      {aberto && <Sugestoes curriculo={aberto} onClose={() => setAberto(undefined)} />}
    </div>
  );
}

/** What a CV says beside what stands; only what somebody ticks comes into the form, which is saved as always. */
function Sugestoes({ curriculo, onClose }: { curriculo: Curriculo; onClose: () => void }) {
  const form = useFormContext();
  const fields = useFormFields();
  const { leitura, recusa, demora } = useLeitura(`captacao/curriculos/${curriculo.id}/ler`);
  const [marcadas, setMarcadas] = useState<ReadonlySet<Sugestao>>(new Set());
  const dados = form.getValues();
  const novas = novidades(leitura?.sugestoes ?? [], dados);
  const marca = (uma: Sugestao, sim: boolean) =>
    setMarcadas(new Set(sim ? [...marcadas, uma] : [...marcadas].filter((outra) => outra !== uma)));
  const usa = () => {
    const novos = aceitas(
      novas.filter((uma) => marcadas.has(uma)),
      dados,
    );
    for (const [nome, valor] of Object.entries(formValues(fields, novos)))
      if (Object.hasOwn(novos, nome))
        form.setValue(nome, valor, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    toast.success('Preenchido. Confira as seções e salve.');
    onClose();
  };
  return (
    <Dialog title={TITULO} size="lg" onClose={onClose}>
      <Stack gap="md">
        {recusa && (
          <Alert color="red" role="alert">
            {recusa}
          </Alert>
        )}
        {!recusa && (leitura === undefined || leitura.situacao === 'A') && (
          <Group>
            <Waiting />
            <Text size="sm" c="dimmed" role="status">
              {demora
                ? 'Está demorando mais que o normal. Pode fechar e voltar depois: a leitura continua.'
                : `Lendo ${curriculo.nome}…`}
            </Text>
          </Group>
        )}
        {leitura?.situacao === 'S' && (
          <Alert color="gray" role="status" title="Não há texto neste currículo">
            {leitura.motivo}
          </Alert>
        )}
        {leitura?.situacao === 'L' && novas.length === 0 && (
          <Alert color="gray" role="status">
            {leitura.sugestoes.length === 0
              ? 'O currículo foi lido, mas nada nele foi reconhecido com segurança.'
              : 'O que foi reconhecido no currículo já está no cadastro.'}
          </Alert>
        )}
        {novas.length > 0 && <Text size="sm">Marque o que está certo. O que não for marcado fica como está.</Text>}
        {novas.map((uma) => (
          <Checkbox
            key={`${uma.campo} ${uma.dito}`}
            checked={marcadas.has(uma)}
            onChange={(event) => marca(uma, event.currentTarget.checked)}
            label={
              <>
                <Text span size="sm" c="dimmed">
                  {uma.linha ? `Incluir em ${uma.rotulo}: ` : `${uma.rotulo}: `}
                </Text>
                <Text span fw={600} style={{ overflowWrap: 'anywhere' }}>
                  {uma.dito}
                </Text>
              </>
            }
            description={[
              uma.linha ? '' : `Agora: ${hoje(uma, dados) || 'vazio'}.`,
              uma.trecho === uma.dito ? '' : `No currículo: “${uma.trecho}”.`,
              uma.falta.length > 0 ? `Complete depois: ${uma.falta.join(', ')}.` : '',
            ]
              .filter(Boolean)
              .join(' ')}
          />
        ))}
        {novas.some(({ campo }) => campo === 'experiencias') && (
          <Text size="sm" c="dimmed">
            O currículo costuma dizer só mês e ano: confira os dias das experiências.
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Fechar
          </Button>
          {novas.length > 0 && (
            <Button disabled={marcadas.size === 0} onClick={usa}>
              Usar o que marquei
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
