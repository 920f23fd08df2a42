import { type FormEvent, useState } from 'react';
import { ApiError, api } from '#kit/client/client.web.ts';
import { useRobot } from '#platform/externo/portal-captcha.web.tsx';
import { faultAt } from '#platform/externo/portal-faults.ts';
import { useSending } from '#platform/externo/portal-sending.web.tsx';
import { usePortal } from '#platform/externo/portal-state.web.tsx';
import { Button, Faults, TextField, Window } from '#platform/externo/portal-ui.web.tsx';
import type { Vaga } from './vaga.ts';

const CAMPOS = [
  ['nome', 'Seu nome', 100, 'text'],
  ['email', 'Seu e-mail', 50, 'email'],
  ['nomeAmigo', 'Nome do amigo', 100, 'text'],
  ['emailAmigo', 'E-mail do amigo', 50, 'email'],
] as const;

const porqueNaoFoi = (error: unknown) =>
  error instanceof ApiError && error.status === 429 ? error.message : 'Erro ao enviar e-mail. Por favor, tente novamente.';

/** SCR-336. */
export function AoAmigo({ vaga, empresaId, onClose }: { vaga: Pick<Vaga, 'id'>; empresaId: number; onClose: () => void }) {
  const { conta, say } = usePortal();
  const robo = useRobot();
  const [valores, setValores] = useState<Record<string, string>>({ nome: conta?.nome ?? '', email: conta?.email ?? '' });
  const { faults: faltas, busy, send } = useSending({ says: porqueNaoFoi });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const vazios = CAMPOS.filter(([nome]) => !valores[nome]?.trim()).map(([nome, label]) => ({
      field: nome,
      message: `${label} é obrigatório`,
    }));
    return send(event, vazios, async () => {
      const recaptcha = await robo.proof();
      await api.post(
        `/api/externo/anuncios/${vaga.id}/enviar-amigo?empresaId=${empresaId}`,
        { ...valores, recaptcha },
        { silent: true },
      );
      say('Anúncio de vaga enviado com sucesso.');
      onClose();
    });
  };
  return (
    <Window title="Enviar a um amigo" onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <p className="p-hint">O e-mail diz que foi você quem enviou. O endereço do seu amigo não fica guardado.</p>
        <Faults faults={faltas.filter(({ field }) => !CAMPOS.some(([nome]) => nome === field))} />
        {CAMPOS.map(([nome, label, max, type]) => (
          <TextField
            key={nome}
            name={nome}
            label={label}
            type={type}
            maxLength={max}
            required
            value={valores[nome] ?? ''}
            onText={(texto) => setValores({ ...valores, [nome]: texto })}
            fault={faultAt(faltas, nome)}
          />
        ))}
        {robo.widget}
        <div className="p-actions">
          <Button look="plain" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" busy={busy}>
            {busy ? 'Enviando…' : 'Enviar'}
          </Button>
        </div>
      </form>
    </Window>
  );
}
