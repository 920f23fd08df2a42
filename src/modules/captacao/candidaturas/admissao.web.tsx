import { Alert, Anchor, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconListCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { useCan } from '#kit/acting/authority.web.tsx';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { newKey } from '#kit/client/sent-once.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { bare } from '#kit/fields/bare.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import type { DeedProps } from '#kit/registry/view.web.tsx';
import { talentos } from '#modules/gestao-talentos/public.ts';
import { APROVAR } from '../solicitacoes/transicoes.ts';
import { type Admissao, formDaAdmissao } from './admissao.ts';
import { CANDIDATURAS } from './quadro-dados.web.ts';

/** Hires: the vacancy proposes the contract, the candidate's record becomes the talent's, and only what is missing is asked. */
export function AdmissaoDialog({ record, onClose }: DeedProps) {
  const { empresaId } = useActing();
  const navigate = useNavigate();
  const can = useCan();
  const key = useRef(newKey());
  const { data } = useQuery({
    queryKey: ['selecao', empresaId, 'admissao', record.id],
    queryFn: ({ signal }) => api.get<Admissao>(`${CANDIDATURAS}/${record.id}/admissao`, {}, { quiet: true, signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const form = useMemo(() => formDaAdmissao(data?.faltam ?? [], data?.pedidos), [data]);
  if (!data) return null;
  const { candidato, vaga, vagasLivres, impedimento, proposta, faltam, faltas, lembretes, outras } = data;
  const cadastro = bare(record.candidato);
  return (
    <FormDialog
      form={form}
      title={`Contratar ${candidato}`}
      ok="Contratar"
      start={proposta}
      isBlocked={impedimento !== null}
      send={async (valores) => {
        const { talento } = await api.post<{ talento: { id: number } }>(`${CANDIDATURAS}/${record.id}/admitir`, valores, {
          silent: true,
          headers: { 'Idempotency-Key': key.current },
        });
        toast.success(`${candidato} agora é talento da empresa.`);
        if (can(talentos.authority)) await navigate(`/gestao-talentos/talentos/${talento.id}`);
      }}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text size="sm">
          {`Pela vaga ${vaga}, que tem ${counted(vagasLivres, 'lugar livre', 'lugares livres')}. O que o cadastro do candidato já diz passa ao do talento; abaixo fica só o contrato${faltam.length > 0 ? ' e o que falta' : ''}.${can(APROVAR) ? '' : ' Área, faixa, estabelecimento e vínculo são os que foram aprovados.'}`}
        </Text>
        {impedimento !== null && (
          <Alert color="yellow" role="status" icon={<IconAlertTriangle size={18} />}>
            {impedimento}
          </Alert>
        )}
        {faltas.length > 0 && (
          <Alert
            color="yellow"
            role="status"
            icon={<IconAlertTriangle size={18} />}
            title="Corrija antes no cadastro do candidato"
          >
            <List size="sm">
              {faltas.map((falta) => (
                <List.Item key={falta}>{falta}</List.Item>
              ))}
            </List>
            {typeof cadastro === 'number' && (
              <Anchor component={Link} size="sm" to={`/captacao/candidatos/${cadastro}?editar=1`}>
                Abrir o cadastro
              </Anchor>
            )}
          </Alert>
        )}
        {lembretes.length > 0 && (
          <Alert color="gray" icon={<IconListCheck size={18} />} title="Ainda por pedir para a admissão">
            {`${lembretes.join(', ')}. Nada disto impede a contratação: pode ser incluído depois na ficha do talento.`}
          </Alert>
        )}
        {outras.length > 0 && (
          <Alert color="gray" role="status">
            {`Também está em: ${outras.map(({ nome }) => nome).join('; ')}. Essas candidaturas continuam abertas.`}
          </Alert>
        )}
      </Stack>
    </FormDialog>
  );
}
