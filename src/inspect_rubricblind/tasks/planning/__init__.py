"""What a run would ask of models and could show, before anything is paid."""
